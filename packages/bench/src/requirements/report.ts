export const reportRequirements = {} as const;
