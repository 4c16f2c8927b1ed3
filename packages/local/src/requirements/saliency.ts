/** See `requirements.ts`. */
export const saliencyRequirements = {
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
} as const;
