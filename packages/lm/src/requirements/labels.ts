/** See `requirements.ts`. */
export const labelsRequirements = {} as const;
