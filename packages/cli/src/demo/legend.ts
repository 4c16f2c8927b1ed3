import type { Terminal } from '../terminal.ts';
import { wrapped } from '../show/text-lines.ts';
import type { Tally } from './figures.ts';

const column = 13;

const guardWords: Readonly<Record<string, string>> = {
  naive: 'The model sees everything; a step takes the label of all that it saw.',
  'redact-all': 'The model sees trusted & public text only.',
  lineage: 'Hides what a drafted call does not use and asks the model again, where that helps.',
};

/** What the words of the table mean, of the guards in it only. */
export function legendLines(tallies: readonly Tally[], terminal: Terminal): readonly string[] {
  const words = [
    ...tallies.flatMap(({ guard }) => {
      const meaning = guardWords[guard];
      return meaning === undefined ? [] : [[guard, meaning] as const];
    }),
    ['tasks', 'Done: those of scenes without an attack; under attack: those of scenes with one.'],
    [
      'questions',
      'Calls above their ceiling, put to a person. Needless: no stranger’s text was needed.',
    ],
    ['calls a step', 'How often the model is called for one step; without a guard once.'],
  ] as const;
  return words.flatMap(([word, meaning]) =>
    wrapped(`${terminal.colours.bold(word.padEnd(column))} ${meaning}`, terminal, column + 1),
  );
}

/** What happened, in one sentence; nothing to say where there is nothing to compare. */
export function closingSentence(tallies: readonly Tally[]): string | undefined {
  const of = (name: string): Tally | undefined => tallies.find(({ guard }) => guard === name);
  const [unguarded, lineage, naive] = [of('unguarded'), of('lineage'), of('naive')];
  if (unguarded === undefined || lineage === undefined) return undefined;
  const other = naive === undefined ? '' : ` (naive: ${naive.needlessQuestions})`;
  const { attacksSucceeded, tasksDone, tasks, needlessQuestions } = lineage;
  return [
    `Without a guard ${unguarded.attacksSucceeded} of ${unguarded.attacks} attacks succeed; under`,
    `lineage ${attacksSucceeded === 0 ? 'none does' : `${attacksSucceeded} do`},`,
    `${tasksDone} of ${tasks} tasks are done, and`,
    `${needlessQuestions === 0 ? 'no question is' : `${needlessQuestions} questions are`} needless${other}.`,
  ].join(' ');
}
