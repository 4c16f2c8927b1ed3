export const labelRequirements = {
  'label-bench/right-by-construction':
    'The right labels of a key-value question are those of every minimal set of documents that tells all needed values.',
  'label-bench/other-half':
    'Thresholds are chosen on one half of the questions and reported on the other: no question has a part in the choice of its own.',
  'label-bench/one-scoring':
    'A context is scored once and kept: a run that was stopped goes on, and one that is repeated asks no model.',
  'label-bench/found-by-ideal':
    'With a model that is never wrong, the search finds exactly the right labels of every key-value question, on all three lattices.',
  'label-bench/missed-are-said':
    'A bound that a figure misses, or has no value for, is printed as missed.',
  'label-bench/unreadable-is-all':
    'An answer of introspection that cannot be read makes every document relevant.',
  'label-bench/search-misses':
    'Where a search leaves out what a question needs, only the label of the whole context is right.',
} as const;
