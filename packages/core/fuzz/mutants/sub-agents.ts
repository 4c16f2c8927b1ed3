import { edit, type Mutant } from './mutant.ts';

/** Agents within agents are one run. */
export const subAgentMutants: readonly Mutant[] = [
  {
    name: 'inner-start-label-dropped',
    promise: 'A run inside a call starts at the label of the call.',
    edits: edit(
      'engine/nested/enclosure.ts',
      'if (calls.length === 0) return this.#space.bottom;',
      'return this.#space.bottom;',
    ),
  },
  {
    name: 'inner-high-water-dropped',
    promise: 'The result of a call carries what the runs inside it saw.',
    edits: edit(
      'session/released-calls.ts',
      'const within = running.end();',
      'running.end();\nconst within = this.#run.space.bottom;',
    ),
  },
  {
    name: 'inner-late-label-dropped',
    promise: 'What a run saw after its call had ended is in later results.',
    edits: edit('engine/nested/enclosure.ts', 'if (this.#isOver) this.#late(own);', ''),
  },
  {
    name: 'inner-late-label-stops-halfway',
    promise: 'What goes on further inside is in later results of all runs around it.',
    edits: edit('engine/nested/enclosure.ts', 'call.sawLate(seen,', 'call.saw(seen,'),
  },
  {
    name: 'enclosing-call-not-found',
    promise: 'A run finds the call that it works for.',
    edits: edit('engine/nested/enclosure.ts', 'if (isEnclosing(known)) return [known];', ''),
  },
];
