/** See `requirements.ts`. */
export const knnRequirements = {
  'knn/one-call':
    '`knn-lm` runs the model once on a question and its answer, however many labels are looked at, and once on a document that it does not know.',
  'knn/tenants': 'Nothing that was computed for one tenant’s documents serves another tenant.',
  'knn/forgotten':
    'What was computed for the documents of a run, or is just being computed, is dropped when the run is over.',
  'knn/visible-only':
    'What is generated from the mixture at a label depends on the question and the documents that flow to that label.',
  'knn/same-mixture':
    'Each token that is generated is the most probable one of the mixture that scores.',
} as const;
