/** See `requirements.ts`. */
export const saliencyRequirements = {} as const;
