/** See `requirements.ts`. */
export const embedRequirements = {
  'embed/never-cut':
    'A text that is longer than an embedding model has places for is an error; it is never cut.',
} as const;
