export const serverRequirements = {
  'gateway/log-transparent':
    'In `log` mode requests and responses pass byte for byte, and the mode stands in a header.',
  'run/reasoning-prefix':
    'Reasoning is replayed behind the very prefix that produced it, and nowhere else.',
  'gateway/client-restricts':
    'A client may say that a text part, or all that it sends, carries more than its key says.',
  'gateway/client-cannot-relax': 'Nothing that a client says of labels makes one more permissive.',
} as const;
