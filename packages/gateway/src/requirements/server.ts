export const serverRequirements = {
  'gateway/log-transparent':
    'In `log` mode requests and responses pass byte for byte, and the mode stands in a header.',
  'run/reasoning-prefix':
    'Reasoning is replayed behind the very prefix that produced it, and nowhere else.',
} as const;
