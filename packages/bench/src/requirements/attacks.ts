export const attackRequirements = {} as const;
