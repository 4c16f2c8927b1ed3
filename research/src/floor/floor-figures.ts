import { finiteFigures } from '../report/suite-result.ts';
import { sumOf } from '../statistics/sums.ts';
import { type Beyond, beyondCall } from './beyond.ts';
import type { Labelling } from './call-floor.ts';
import type { SinkFloor, TaskFloor } from './task-floor.ts';

const labellings: readonly Labelling[] = ['whole', 'roles'];

/**
 * The questions of a task that no labelling of this kind can spare; by `mayAsk`, with those about
 * what may be a stranger's choice.
 */
export function questionsOf(
  { calls, answerAsks }: TaskFloor,
  labelling: Labelling,
  by: 'asks' | 'mayAsk' = 'asks',
): number {
  const asked = calls.filter((call) => call[by][labelling]).length;
  return asked + (answerAsks[labelling] ? 1 : 0);
}

/** The counts of calls, in calls and in tasks that have one. */
const countsOfCalls: readonly (readonly [name: string, is: (call: SinkFloor) => boolean])[] = [
  ['controlOnlyByStrangers', ({ byStrangers }) => byStrangers.length > 0],
  ['dataAboveCeiling', ({ data }) => data.length > 0],
  ['toolLeftToStrangers', ({ isLeftToStrangers }) => isLeftToStrangers],
  ['follows', ({ follows }) => follows],
  ['mayBeChosen', (call) => mayBeChosen(call)],
  ['undecided', (call) => isUndecided(call)],
  ['beyond.dereferencing', sparedBy('dereferencing')],
  ['beyond.typed', sparedBy('typed values')],
  ['beyond.dependsOn', sparedBy('dependsOn')],
];

function sparedBy(beyond: Beyond): (call: SinkFloor) => boolean {
  return (call) => beyondCall(call) === beyond;
}

/** True if only a choice that strangers may make is in the way. */
export function mayBeChosen({ mayAsk, asks }: SinkFloor): boolean {
  return mayAsk.roles && !asks.roles;
}

/** True if some control argument stands nowhere and the call is asked about for nothing else. */
export function isUndecided({ unsourced, asks }: SinkFloor): boolean {
  return unsourced.length > 0 && !asks.roles;
}

/** Figures of all tasks, and of each suite with its name behind. */
export function floorFigures(tasks: readonly TaskFloor[]): Readonly<Record<string, number>> {
  const bySuite = [...Map.groupBy(tasks, ({ suite }) => suite)];
  const of = ['', ...bySuite.map(([suite]) => `.${suite}`)];
  const all = [tasks, ...bySuite.map(([, own]) => own)].flatMap((own, at) =>
    Object.entries(figuresOf(own)).map(
      ([name, value]) => [`${name}${of[at] ?? ''}`, value] as const,
    ),
  );
  return finiteFigures(Object.fromEntries(all));
}

function figuresOf(tasks: readonly TaskFloor[]): Readonly<Record<string, number>> {
  const questions = labellings.flatMap((labelling) => {
    const counts = tasks.map((task) => questionsOf(task, labelling));
    const choosing = tasks.map((task) => questionsOf(task, labelling, 'mayAsk'));
    const answers = tasks.filter(({ answerAsks }) => answerAsks[labelling]).length;
    const suffix = labelling === 'whole' ? '.whole' : '';
    return [
      [`agentdojo.floorQuestions${suffix}`, sumOf(counts, Number)],
      [`agentdojo.floorQuestions.choosing${suffix}`, sumOf(choosing, Number)],
      [`agentdojo.floorQuestionFreeTasks${suffix}`, free(counts)],
      [`agentdojo.floorQuestionFreeTasks.choosing${suffix}`, free(choosing)],
      [`agentdojo.floor.answers${suffix}`, answers],
    ] as const;
  });
  const counted = countsOfCalls.flatMap(([name, is]) => [
    [`agentdojo.floor.${name}`, tasks.flatMap(({ calls }) => calls.filter(is)).length] as const,
    [`agentdojo.floor.${name}.tasks`, tasks.filter(({ calls }) => calls.some(is)).length] as const,
  ]);
  return Object.fromEntries([...questions, ...counted]);
}

function free(counts: readonly number[]): number {
  return counts.filter((count) => count === 0).length;
}
