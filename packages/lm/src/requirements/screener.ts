/** See `requirements.ts`. */
export const screenerRequirements = {} as const;
