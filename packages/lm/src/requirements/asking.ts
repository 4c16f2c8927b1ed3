/** See `requirements.ts`. */
export const askingRequirements = {} as const;
