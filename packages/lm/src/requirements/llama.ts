/** See `requirements.ts`. */
export const llamaRequirements = {} as const;
