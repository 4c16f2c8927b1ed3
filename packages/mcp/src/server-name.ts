/** The name of a server: policies tell its tools from others by it. */
export const serverNameForm: RegExp = /^[A-Za-z][A-Za-z0-9-]{0,31}$/;
