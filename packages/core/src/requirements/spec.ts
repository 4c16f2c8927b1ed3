/** Promises of this part of the core; see ../requirements.ts. */
export const specRequirements = {} as const;
