export const protocolRequirements = {} as const;
