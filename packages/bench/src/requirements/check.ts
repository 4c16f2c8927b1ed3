export const checkRequirements = {} as const;
