/** How npm packages of programs name this machine. */
export const platformPackage = `${process.platform}-${process.arch}`;
