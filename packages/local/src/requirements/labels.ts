/** See `requirements.ts`. */
export const labelsRequirements = {
  'labels/early-stop':
    'Scoring that stops early finds the same minimal labels as scoring to the end.',
  'labels/algorithm-1':
    'Where more documents never serve worse, shrinking and hitting sets find exactly the minimal labels, as algorithm 1 does.',
  'labels/few-contexts':
    'With 14 documents, each a source of its own, the median key-value question takes at most 120 contexts where algorithm 1 scores thousands.',
  'labels/every-answer':
    'Whatever the utility is, each label found is lambda-similar or that of the full context, and none flows to another.',
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
} as const;
