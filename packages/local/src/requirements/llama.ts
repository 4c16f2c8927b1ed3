/** Promises of generation and scoring; see ../requirements.ts. */
export const llamaRequirements = {
  'llama/documents-stay-text':
    'Text of a conversation never becomes a control token, and never reaches the chat template.',
  'llama/template-ends':
    'A chat template that does not end is stopped after two seconds, and refused.',
  'llama/one-rendering': 'A call reads the same in a draft, in a history and as a completion.',
  'llama/calls-well-formed':
    'Where tools are declared, a complete reply is an answer or calls with arguments of the shape declared.',
  'llama/must-call': 'A reply that must call a tool is one call of it and nothing else.',
  'llama/schema-refused':
    'A schema whose shape no grammar can say is refused, and not taken for a wider one.',
  'llama/truncated': 'A reply that reaches its limit says that it is truncated, calls included.',
  'llama/pure': 'A greedy reply depends on its prompt alone, not on what was asked before.',
  'llama/scores-shared-prefixes-once':
    'The 64 sub-contexts of six documents evaluate 63/192 of the document tokens of separate calls.',
  'llama/scores-as-cold':
    'A completion scores the same on a kept prefix as on a fresh context, however it is cut.',
  'llama/total-order-evaluates-once':
    'Over a total order of contexts no token of a template or a document is evaluated twice.',
  'llama/stop-saves': 'Scoring that is told to stop evaluates no more of the completion.',
  'llama/no-silent-cut':
    'A prompt that has no room is an error; nothing is dropped from its front.',
  'llama/errors-without-contents': 'No error of the local models holds text of a prompt.',
  'http-scorer/boundary':
    'A completion is scored only where one of its tokens begins it, or else refused.',
  'http-scorer/echo-checked':
    'A server whose echo gives tokens the log-probabilities of others is refused.',
  'http-scorer/documents-stay-text':
    'A document that a server would read a control token in is not sent to it.',
} as const;
