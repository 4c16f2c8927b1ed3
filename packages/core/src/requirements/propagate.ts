/** Promises of this part of the core; see ../requirements.ts. */
export const propagateRequirements = {
  'propagate/fails-wide':
    'A propagator that throws, hangs, answers nonsense or names a region that does not exist makes every region relevant.',
  'propagate/label-of-relevant':
    'The label of a step is the join of the labels of the regions found relevant.',
  'propagate/union-is-an-upper-bound':
    'What one propagator of a union finds relevant is relevant in the union.',
  'lineage/known-regions': 'Lineage names only regions of the history that it was given.',
  'lineage/unsourced-reported':
    'A drafted value is traced to a region or reported as unsourced, never passed over.',
  'lineage/least-restrictive-source':
    'Where a value stands at two labels, lineage takes the less restrictive one.',
  'lineage/no-common-words':
    'An ordinary word or digit in an untrusted text does not make that text relevant.',
  'lineage/independent-values':
    'A region that shares nothing with the draft changes nothing in what lineage finds.',
  'lineage/rules-add': 'Whatever lineage names without rules, it names with them.',
  'lineage/rules-noninterference':
    'Whatever rules lineage has, two runs in which it chooses the same labels look the same below an observer.',
  'lineage/rules-bounded':
    'Where the rules of lineage would have too much to compare, every region is relevant.',
  'lineage/rules-named':
    'Lineage with the same rules has one name, in whichever order they are written.',
  'lineage/linear':
    'What lineage looks at grows with the history and the draft, not with their product.',
  'lineage/counted':
    'Past a limit of counted work lineage makes every region relevant, on any machine alike.',
  'lineage/yields': 'Lineage gives others their turn after each slice of its work.',
  'lineage/indexed-once': 'Lineage reads each region once, however many steps follow.',
  'judge/clearance': 'A judge is sent nothing above its clearance.',
  'judge/markers': "No text can open or close a region of the judge's transcript.",
  'judge/fails-wide':
    'Any other answer of a judge than a list of regions that exist, each once, makes every region relevant.',
} as const;
