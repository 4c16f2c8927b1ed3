/** Promises of this part of the core; see ../requirements.ts. */
export const adaptersRequirements = {} as const;
