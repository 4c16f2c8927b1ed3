export const protocolRequirements = {
  'protocol/closed-table':
    'A request field that no table names is refused by name with a hint, and never passed on.',
  'protocol/view-alone':
    'The messages and tools that go upstream are those of the view, whatever the client sent.',
  'protocol/no-provider-state':
    'The provider is told to store nothing, and what it stores cannot be referred to.',
  'protocol/calls-paired':
    'A tool result that answers no call of the message before it, or twice, is refused.',
  'protocol/any-chunking':
    'However a stream is cut into pieces, the reply that is read is that of the whole response.',
  'protocol/truncated':
    'A response that breaks off before the end that its protocol writes is read as truncated.',
  'protocol/streamed-as-whole':
    "An answer says the same to the provider's own SDK streamed and whole.",
  'protocol/withheld-is-no-json':
    'Where a client wants JSON, a text of ours stands in the field for refusals, not as content.',
  'protocol/nothing-quoted':
    "An error quotes neither the request's values nor the provider's words, only names of fields.",
} as const;
