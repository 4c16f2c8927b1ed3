import { edit, type Mutant } from './mutant.ts';

const run = 'engine/run.ts';
const enclosure = 'engine/nested/enclosure.ts';
const marks = 'engine/read-back.ts';

/** Texts that calls write read back. */
export const readsBack: readonly Mutant[] = [
  {
    name: 'read-back-unraised',
    promise:
      'A result that reads what a call wrote above its ceiling carries the label of the call.',
    edits: edit(
      run,
      'const inner = this.space.join(within, this.leastOfResult(call.tool));',
      'const inner = this.space.join(within, this.enclosure.late);',
    ),
  },
  {
    name: 'read-back-of-the-last-call',
    promise: 'All calls count that were decided on.',
    edits: edit(enclosure, 'marks.set(key, { ...mark, label });', 'marks.set(key, mark);'),
  },
  {
    name: 'read-back-of-the-first-call',
    promise: 'All calls count that were decided on.',
    edits: edit(
      enclosure,
      'marks.set(key, { ...mark, label });',
      'if (!marks.has(key)) marks.set(key, mark);',
    ),
  },
  {
    name: 'read-back-of-unvouched-names',
    promise: 'The name of a tool that no policy names raises nothing: it is text.',
    edits: edit(
      run,
      'if (!this.tools.isVouched(tool)) return this.enclosure.wroteUnnamed(label);',
      '',
    ),
  },
  {
    name: 'read-back-of-reads',
    promise: 'A read writes nothing.',
    edits: edit(marks, 'return isRead !== true || (', 'return isRead !== undefined || true || ('),
  },
  {
    name: 'read-back-of-what-another-takes-for-a-read',
    promise: 'What is a read by the policy of an agent inside is a write where ours says so.',
    edits: edit(marks, 'isRead !== true || (policy', 'isRead !== true && (policy'),
  },
  {
    name: 'read-back-not-of-what-a-client-holds',
    promise: 'A client may hold what was read back before it sends it.',
    edits: edit(
      'session/released-calls.ts',
      'joinAll(space, [label, within, own, least, ',
      'joinAll(space, [label, within, own, ',
    ),
    check: 'unsent-reads-back',
  },
  {
    name: 'read-back-not-inside-its-call',
    promise: 'What runs inside a call that reads may be told what is read back.',
    edits: edit(run, 'this.space.join(label, this.leastOfResult(call.tool))', 'label'),
    check: 'read-back-inside',
  },
  {
    name: 'read-back-not-of-wrapped-tools',
    promise: 'What wrapped tools write reads back in the agents around them.',
    edits: edit(
      'engine/call/call-checks.ts',
      'this.#enclosure.wrote(markOf(this.#policy, { tool, label }));',
      '',
    ),
    check: 'wrapped-writes',
  },
  {
    name: 'read-back-not-in-wrapped-tools',
    promise: 'What an agent wrote reads back in the wrapped tools inside its calls.',
    edits: edit(
      'engine/call/call-checks.ts',
      'joinAll(space, [this.#seen, label, written])',
      'joinAll(space, [this.#seen, label])',
    ),
    check: 'wrapped-reads',
  },
  {
    name: 'read-back-of-what-ran',
    promise: 'A call raises what reads back, whatever came of it.',
    edits: edit(
      'engine/call/record-call.ts',
      'run.decided(tool, labels.label);',
      "if (decision.kind === 'allow') run.decided(tool, labels.label);",
    ),
  },
];
