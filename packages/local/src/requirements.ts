/** The promises of local models: each id is proved by a test and quoted in the docs. */
export const localRequirements = {
  'local/noninterference':
    'Whatever a propagator that runs on a local model answers, by mistake or on purpose, two runs that choose the same labels look the same below an observer.',
  'local/what-to-type':
    'Where the weights or the peer of a propagator are missing, it is not opened, and the error says what to type.',
  'embed/never-cut':
    'A text that is longer than an embedding model has places for is an error; it is never cut.',
  'labels/early-stop':
    'Scoring that stops early finds the same minimal labels as scoring to the end.',
  'labels/algorithm-1':
    'Where more documents never serve worse, shrinking and hitting sets find exactly the minimal labels, as algorithm 1 does.',
  'labels/few-contexts':
    'With 14 documents, each a source of its own, the median key-value question takes at most 120 contexts where algorithm 1 scores thousands.',
  'labels/every-answer':
    'Whatever the utility is, each label found is lambda-similar or that of the full context, no label next below it is, and none flows to another.',
  'labels/budget': 'A search that uses up its budget of contexts or tokens answers the full label.',
  'labels/fails-closed':
    'Where a scorer fails, is aborted, or may not read the draft, every region is relevant.',
  'labels/clearance':
    'A scorer is sent nothing above its clearance, and what it cannot see counts as relevant.',
  'labels/corroboration':
    'Where a trusted region says the same as an untrusted one, the trusted label is found to suffice.',
  'labels/one-back-end': 'Figures of two back ends are never compared with each other.',
  'labels/shared-prefixes':
    'On a total order of labels, documents whose order is free form contexts of which each begins with the last.',
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
  'saliency/finite-differences':
    'A saliency score is what finite differences over the attention weights give, within a thousandth.',
  'saliency/known-answer':
    'Where a model copies a token of its input, the saliency is on that token.',
  'saliency/log-probabilities':
    'The log-probabilities read with saliency are those of llama.cpp, within 2e-3 in the mean on weights of 16 and 32 bits.',
  'saliency/kept-prefix':
    'What an input has in common with the last one is not run again, which changes no score.',
  'saliency/too-long': 'An input or output that is too long is refused, and never cut.',
  'saliency/windows':
    'An input longer than the window is scored in windows that together have all of it.',
  'saliency/other-models':
    'A model of which a layer would be computed wrongly is refused with an error.',
  'saliency/no-peer': 'Without onnxruntime-node the error says what to install.',
  'screener/file':
    'A screener’s file that is cut off, of other features, of another size or of no finite number is refused.',
  'attention/copied':
    'With a model that copies, `attention` finds the region that an argument was copied from, and not its neighbours.',
  'attention/fails-closed':
    'Where `attention` may not read a history, cannot read a draft, has no room, knows another model, or is told no number, every region is relevant.',
  'attention/unseen':
    'What the small model is not shown is relevant: system turns, parts that are no text, and regions of which it reads no token or not every one.',
  'attention/long-drafts':
    'Every token of a draft is read, in several readings where it is long; one that would need more than 32 windows makes every region relevant.',
  'attention/no-saliency':
    'Where an output token has no saliency at all, the regions that it was read with are relevant.',
  'weights/unpacked-exactly':
    'Weights of every type that is read are unpacked bit for bit as the reference does.',
  'weights/broken-refused':
    'A broken or unknown GGUF file is refused with an error; none makes the reader crash or hang.',
  'weights/resumed':
    'A download that breaks off goes on where it stopped, in the same pull or in the next one.',
  'weights/checked':
    'Weights have their name in the cache only since their SHA-256 was the one expected.',
  'weights/one-pull': 'Of two pulls of the same weights at once, one fetches and the other waits.',
  'weights/only-pull':
    'Installing, importing and asking for weights fetch nothing: `pull` alone does.',
} as const;

export type LocalRequirementId = keyof typeof localRequirements;
