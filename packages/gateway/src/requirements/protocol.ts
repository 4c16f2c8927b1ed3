export const protocolRequirements = {
  'protocol/closed-table':
    'A request field that no table names is left out of the request and reported by its name: the ' +
    'provider never gets it.',
  'protocol/unknown-at-top':
    'A block or an item of an unknown type is kept as it came, with the highest label that there ' +
    'is, and reported: what depends on it is asked about or denied.',
  'protocol/dangerous-refused':
    'A field or an item that would import state or have the provider act out of our sight is a 400 ' +
    'with a hint, however its name is spelled.',
  'protocol/view-alone':
    'The messages and tools that go upstream are those of the view, whatever the client sent.',
  'protocol/no-provider-state':
    'The provider is told to store nothing, and what it stores cannot be referred to.',
  'protocol/calls-paired':
    'A tool result that answers no call of the message before it, or twice, is refused.',
  'chat/no-text-beside-messages':
    'Of the fields that servers besides OpenAI take, none brings a text of its own before the model, ' +
    'another model, or a tool of the provider’s: that is left out and reported.',
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
