export const serverRequirements = {
  'gateway/log-transparent':
    'In `log` mode requests and responses pass byte for byte, and the mode stands in a header.',
} as const;
