import { edit, type Mutant } from './mutant.ts';

/** Mutants of things that the random worlds leave out: each has a check of its own. */
export const targeted: readonly Mutant[] = [
  {
    name: 'condition-without-the-labels-it-read',
    promise: 'A label that depends on a field carries the label of that field.',
    edits: edit(
      'policy/result/label-document.ts',
      'joinPairs(this.#compiler.space, pairs, read)',
      'joinPairs(this.#compiler.space, pairs)',
    ),
    check: 'condition-read',
  },
  {
    name: 'key-chooses-a-label',
    promise: 'A label that depends on the name of a key carries the label of the keys.',
    edits: edit(
      'policy/result/label-document.ts',
      'around: standing.around.raisedTo(space, key)',
      'around: standing.around',
    ),
    check: 'key-named',
  },
  {
    name: 'keys-shown-as-shape',
    promise: 'Keys carry the label that a rule gives them.',
    edits: edit(
      'policy/result/around.ts',
      'if (this.keys !== undefined) {',
      'if (this.keys !== undefined && !isNamed) {',
    ),
    check: 'key-named',
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
