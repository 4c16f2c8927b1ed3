export const responsesRequirements = {
  'responses/one-message':
    'The items of a response that we wrote come back as the one message that it was, word for word.',
  'responses/no-hosted-tools':
    'Tools that the provider or its environment runs and no policy can name are left out and ' +
    'reported.',
  'responses/reasoning-in-place':
    'Stored reasoning goes upstream before the very items that it led to, or not at all.',
  'responses/client-reasoning':
    'Reasoning that a client sends is never passed on, encrypted or not.',
  'responses/references':
    'A reference stands for the item of our own store that it names, or is refused.',
  'responses/retrieved':
    'A stored response is given again as its client had it, streamed or not, and so is what it was ' +
    'made from; what only the model saw is in neither.',
  'responses/retrieved-apart':
    'To a key of another tenant or profile, a response is as unknown as one that never was.',
  'responses/deleted':
    'A deleted response is neither given again nor gone on from; the record of it stays.',
  'responses/accepted-upstream':
    'What is rendered from a view keeps the rules of the provider for items, calls and reasoning.',
} as const;
