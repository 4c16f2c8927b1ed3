export const sweepRequirements = {} as const;
