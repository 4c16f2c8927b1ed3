/** Promises of this part of the core; see ../requirements.ts. */
export const modelsRequirements = {
  'model/half-call-is-truncated':
    'A reply that stops in the middle, or whose stream breaks, is reported as truncated.',
  'model/errors-without-contents':
    'The error of a failed generation holds nothing of the conversation and nothing of the reply.',
  'model/one-name-one-provider':
    'A model on another server than its provider has another name, so no clearance carries over.',
  'model/numbers-keep-text':
    'Arguments come from a provider, and go back to it, with the digits that the model wrote.',
  'model/no-provider-tools':
    "A reply that a provider's own tool had a part in is an error, for what it found has no label.",
} as const;
