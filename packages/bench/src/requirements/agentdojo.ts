export const agentdojoRequirements = {} as const;
