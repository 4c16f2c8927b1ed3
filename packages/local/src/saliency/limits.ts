/** Every bound of saliency in one place. */
export const saliencyLimits = {
  /** Positions that a layer is run on at once: fewer waste time, more waste memory. */
  stretchTokens: 128,
  /** Layers that are run in one go, while the event loop stands still. */
  sectionLayers: 6,
  /** Rows of the vocabulary's width at once. */
  headRows: 64,
  layersMax: 1024,
  windowTokensMin: 16,
  inputTokensMax: 65_536,
  outputTokensMax: 1024,
  /** Numbers of the vocabulary's width that are handed out at once: 256 MB. */
  nextNumbersMax: 2 ** 26,
} as const;
