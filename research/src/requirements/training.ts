/** See `requirements.ts`. */
export const trainingRequirements = {
  'screener/gradient':
    'The gradient that the screener is trained by agrees with finite differences in every parameter.',
  'screener/seeded': 'The same data and seed train the same screener.',
  'screener/learns':
    'The screener learns what needs an earlier region to tell, which no region by itself shows.',
  'screener/threshold':
    'A threshold for a stated miss rate misses no more than that share of the dependent regions that it was set on.',
} as const;
