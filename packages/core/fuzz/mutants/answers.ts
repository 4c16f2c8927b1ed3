import { edit, type Mutant } from './mutant.ts';

const text = 'session/answer-text.ts';

/** Answers that go out with dead links. */
export const answers: readonly Mutant[] = [
  {
    name: 'inert-answer-unruled',
    promise: 'An answer with dead links is ruled on as any other.',
    edits: edit(text, 'inert !== undefined && isGiven(inert) ? inert : answer', 'inert ?? answer'),
  },
  {
    name: 'inert-answer-of-a-denied-one',
    promise: 'An answer that is denied for what stands in it stays denied.',
    edits: edit(text, " || run.rulings.ofAnswer(answer).kind === 'deny'", ''),
  },
  {
    name: 'inert-answer-where-it-may-go-out',
    promise: 'An answer that may go out goes out as it is.',
    edits: edit(text, 'if (isGiven(answer) || ', 'if ('),
  },
  {
    name: 'inert-answer-unrecorded',
    promise: 'The history holds an answer as it went out.',
    edits: edit(
      'session/held.ts',
      'run.generationMessage(said, [], label)',
      'run.generationMessage(reply, [], label)',
    ),
  },
];
