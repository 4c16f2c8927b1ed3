import { edit, type Mutant } from './mutant.ts';

const run = 'engine/run.ts';
const enclosure = 'engine/nested/enclosure.ts';

/** Texts that calls write read back. */
export const readsBack: readonly Mutant[] = [
  {
    name: 'read-back-unraised',
    promise:
      'A result that reads what a call wrote above its ceiling carries the label of the call.',
    edits: edit(
      run,
      '[within, this.enclosure.late, this.#readBack(call.tool)]',
      '[within, this.enclosure.late]',
    ),
  },
  {
    name: 'read-back-of-the-last-call',
    promise: 'All calls count that were decided on.',
    edits: edit(
      enclosure,
      'marks.set(tool, this.#space.join(label, marks.get(tool) ?? label));',
      'marks.set(tool, label);',
    ),
  },
  {
    name: 'read-back-of-the-first-call',
    promise: 'All calls count that were decided on.',
    edits: edit(
      enclosure,
      'marks.set(tool, this.#space.join(label, marks.get(tool) ?? label));',
      'if (!marks.has(tool)) marks.set(tool, label);',
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
    edits: edit(
      run,
      "if (this.#effect(tool) !== 'read') this.enclosure.wrote(tool, label);",
      'this.enclosure.wrote(tool, label);',
    ),
  },
  {
    name: 'read-back-of-what-ran',
    promise: 'A call raises what reads back, whatever came of it.',
    edits: edit(
      'engine/call/call.ts',
      'run.decided(tool, label);',
      "if (decision.kind === 'allow') run.decided(tool, label);",
    ),
  },
];
