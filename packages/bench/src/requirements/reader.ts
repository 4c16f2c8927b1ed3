export const readerRequirements = {} as const;
