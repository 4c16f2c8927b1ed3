import { edit, type Mutant } from './mutant.ts';

/** The label of a result by the arguments of its call. */
export const askedResults: readonly Mutant[] = [
  {
    name: 'asked-result-without-call-label',
    promise: 'The label of the arguments that a label depends on is joined into it.',
    edits: edit(
      'engine/run.ts',
      'raisedParts(this.space, base, inner), label)',
      'raisedParts(this.space, base, inner), this.space.bottom)',
    ),
  },
  {
    name: 'unknown-argument-is-met',
    promise: 'Where an argument is missing, the labels with and without the rule are joined.',
    edits: edit(
      'policy/result/by-arguments.ts',
      "const byCall = truths[at] ?? 'unknown';",
      "const byCall = truths[at] === 'unknown' ? 'true' : truths[at] ?? 'unknown';",
    ),
  },
  {
    name: 'unknown-argument-is-not-met',
    promise: 'Where an argument is missing, the labels with and without the rule are joined.',
    edits: edit(
      'policy/result/by-arguments.ts',
      "return byCall === 'false' ? []",
      "return byCall !== 'true' ? []",
    ),
  },
  {
    name: 'unknown-call-is-met',
    promise: 'Of a call that is not known, the labels with and without each rule are joined.',
    edits: edit(
      'policy/result/by-arguments.ts',
      "truthOf(rule.args, read.args, patterns) : 'unknown';",
      "truthOf(rule.args, read.args, patterns) : 'true';",
    ),
    check: 'call-unknown',
  },
  {
    name: 'unread-arguments-are-met',
    promise: 'Of a call that cannot be read, the labels with and without each rule are joined.',
    edits: edit(
      'policy/result/by-arguments.ts',
      'const read = args === undefined ? undefined : readArgs(canonicalJson(args));',
      'const read = readArgs(canonicalJson(args ?? {}));',
    ),
    check: 'call-unknown',
  },
  {
    name: 'label-of-the-same-text-by-another-call',
    promise: 'Two calls that get the same text have each its own label.',
    edits: edit(
      'policy/compiled-policy.ts',
      "`${failed ? 'failed' : 'returned'} ${by} ${tool}`",
      "`${failed ? 'failed' : 'returned'} ${tool}`",
    ),
  },
  {
    name: 'arguments-of-another-call',
    promise: 'The label of a result goes by the arguments of its own call.',
    edits: [
      ...edit(
        'engine/labelling.ts',
        'export function labelledResult(',
        "let first: PendingCall['value'];\n\nexport function labelledResult(",
      ),
      ...edit(
        'engine/labelling.ts',
        'labelResult(policy, { tool, args, text:',
        'labelResult(policy, { tool, args: (first ??= args), text:',
      ),
    ],
  },
  {
    name: 'arguments-forgotten',
    promise: 'The label of a result goes by the arguments of its call.',
    edits: edit(
      'engine/labelling.ts',
      'labelResult(policy, { tool, args, text:',
      'labelResult(policy, { tool, args: undefined, text:',
    ),
  },
  {
    name: 'lowered-read-keeps-wide-result',
    promise: 'A read that came out again carries its own label and that of the narrow view.',
    edits: edit(
      'engine/run.ts',
      'return base === undefined ? undefined : this.#raisedResult(result.callId, base, label);',
      'return base === undefined ? undefined : this.#raisedResult(result.callId, result, label);',
    ),
  },
  {
    name: 'lowered-read-keeps-wide-arguments',
    promise: 'So do its arguments, which its label may depend on.',
    edits: edit(
      'engine/step/lazy-reads.ts',
      'history.with(index, fresh),',
      'history.with(index, { ...fresh, calls: message.calls }),',
    ),
  },
];
