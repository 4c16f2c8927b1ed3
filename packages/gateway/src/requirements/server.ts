export const serverRequirements = {
  'gateway/log-transparent':
    'In `log` mode requests and responses pass byte for byte, and the mode stands in a header.',
  'gateway/log-labels':
    'In `log` mode a reply carries the label of all that its model saw; a lower one is only told.',
  'gateway/log-apart':
    'A run that was only recorded is not gone on with where calls are stopped, nor the other way.',
  'gateway/log-broken-off':
    'In `log` mode a response that the provider breaks off is broken off for the client too.',
  'gateway/decided-name':
    'The client is told to run the tool that was decided on, by the very name that it declared.',
  'run/reasoning-prefix':
    'Reasoning is replayed behind the very prefix that produced it, and nowhere else.',
  'gateway/client-restricts':
    'A client may say that a text part, or all that it sends, carries more than its key says.',
  'gateway/client-cannot-relax': 'Nothing that a client says of labels makes one more permissive.',
} as const;
