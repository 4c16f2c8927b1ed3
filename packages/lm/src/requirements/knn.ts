/** See `requirements.ts`. */
export const knnRequirements = {} as const;
