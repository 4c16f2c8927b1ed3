/** See `requirements.ts`. */
export const weightsRequirements = {} as const;
