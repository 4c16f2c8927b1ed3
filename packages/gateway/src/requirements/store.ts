export const storeRequirements = {} as const;
