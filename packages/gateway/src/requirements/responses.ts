export const responsesRequirements = {
  'responses/one-message':
    'The items of a response that we wrote come back as the one message that it was, word for word.',
  'responses/no-hosted-tools':
    'Tools that the provider or its environment runs, and their items, are refused with a hint.',
  'responses/reasoning-in-place':
    'Stored reasoning goes upstream before the very items that it led to, or not at all.',
  'responses/client-reasoning':
    'Reasoning that a client sends is never passed on, encrypted or not.',
  'responses/references':
    'A reference stands for the item of our own store that it names, or is refused.',
  'responses/accepted-upstream':
    'What is rendered from a view keeps the rules of the provider for items, calls and reasoning.',
} as const;
