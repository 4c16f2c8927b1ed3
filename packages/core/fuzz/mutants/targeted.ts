import { edit, type Mutant } from './mutant.ts';

/** Mutants of things that the random worlds leave out: each has a check of its own. */
export const targeted: readonly Mutant[] = [
  {
    name: 'condition-without-the-labels-it-read',
    promise: 'A label that depends on a field carries the label of that field.',
    edits: edit(
      'policy/result/label-document.ts',
      '[...(certain ? [] : [around]), ...given, ...read]',
      '[...(certain ? [] : [around]), ...given]',
    ),
    check: 'condition-read',
  },
  {
    name: 'missing-argument-is-everyone',
    promise: 'Readers from an argument that is missing are nobody.',
    edits: [
      ...edit(
        'policy/ruling/rule-call.ts',
        'if (found === undefined) return space.bottom;',
        'if (found === undefined) continue;',
      ),
      ...edit(
        'policy/ruling/rule-call.ts',
        'return computed === undefined ? space.bottom : space.meet(rule.ceiling, computed);',
        'return computed === undefined ? rule.ceiling : space.meet(rule.ceiling, computed);',
      ),
    ],
    check: 'readers-missing',
  },
  {
    name: 'time-out-is-bottom',
    promise: 'A propagator that answers late makes everything relevant.',
    edits: edit(
      'propagate/relevant-within.ts',
      "if (outcome.kind === 'failed') return wide(reasons[outcome.because]);",
      "if (outcome.kind === 'failed') return { kind: 'label', label: space.bottom };",
    ),
    check: 'propagator-hangs',
  },
];
