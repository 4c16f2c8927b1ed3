import { edit, type Mutant } from './mutant.ts';

const enclosure = 'engine/nested/enclosure.ts';

/** Agents within agents are one run. */
export const subAgentMutants: readonly Mutant[] = [
  {
    name: 'inner-start-label-dropped',
    promise: 'A run inside a call starts at the label of the call.',
    edits: edit(
      enclosure,
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
    edits: edit(enclosure, 'if (this.#isOver) this.#late(own);', ''),
  },
  {
    name: 'inner-late-label-stops-halfway',
    promise: 'What goes on further inside is in later results of all runs around it.',
    edits: edit(enclosure, 'call.sawLate(seen,', 'call.saw(seen,'),
  },
  {
    name: 'inner-write-kept-inside',
    promise: 'What an agent inside a call wrote reads back in the agents around it.',
    edits: edit(enclosure, 'for (const call of this.#calls) call.wrote(mark, this.#space);', ''),
  },
  {
    name: 'outer-write-kept-outside',
    promise: 'What an agent wrote reads back in the agents inside its calls.',
    edits: edit(
      enclosure,
      'for (const mark of call.written(this.#space)) this.#note(this.#others, mark);',
      'call.written(this.#space);',
    ),
  },
  {
    name: 'enclosing-call-not-found',
    promise: 'A run finds the call that it works for.',
    edits: edit(enclosure, 'if (isEnclosing(known)) return [known];', ''),
  },
];
