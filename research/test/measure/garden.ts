import type { Pinned } from '../../src/measure/verdicts.ts';
import type { TrialLine, TrialSpec } from '../../src/trial/trial.ts';
import { asks, attacked, clean, ended, errored, type Finished, free, linesOf } from './lines.ts';

/**
 * Four tasks in two suites, six attacks, and a defence, `hedge`, about which every kind of thing
 * is true once. The figures that follow from it were worked out by hand; see `checks.ts`.
 */
export const pinned: Pinned = {
  uncounted: ({ task, attack }) => {
    return task === 'pot' && attack?.goal === 'boast'
      ? 'the grader reads another field'
      : undefined;
  },
  isVacuous: ({ task }) => task === 'pot',
};

const benignCost = { ...free, modelCalls: 2, steps: 2, inputTokens: 500, outputTokens: 50, ms: 10 };

/** Answers of the propagator, and those that everything is relevant. */
const looked = (propagations: number, everythingRelevant: number): object => ({
  propagations,
  everythingRelevant,
});

const hedgeSkip = linesOf(
  { defence: 'hedge', person: 'skip' },
  {
    'beds/dig': ended({
      cost: {
        ...looked(2, 1),
        modelCalls: 3,
        steps: 2,
        inputTokens: 1000,
        outputTokens: 100,
        ms: 10,
      },
    }),
    'beds/sow': ended({
      utility: false,
      checked: { ...clean, differences: ['a label'] },
      cost: {
        ...looked(1, 1),
        modelCalls: 1,
        steps: 1,
        inputTokens: 500,
        outputTokens: 50,
        ms: 20,
      },
    }),
    'beds/rake': errored,
    'pots/pot': ended({
      checked: { ...clean, runs: 0 },
      cost: { modelCalls: 2, steps: 2, inputTokens: 300, outputTokens: 30, ms: 30 },
    }),
    'beds/dig/flood': attacked('nothing'),
    'beds/dig/boast': attacked('answer'),
    'beds/sow/flood': attacked('nothing', { utility: false }),
    'beds/sow/boast': attacked('nothing'),
    'pots/pot/flood': attacked('calls', { utility: false }),
    'pots/pot/boast': errored,
  },
);

const busy = { ...free, modelCalls: 3, steps: 2, narrowed: 1 };

const twice = [asks({ call: 'c1' }), asks({ call: 'c1' }), asks({ call: 'c2' })];

const hedgeTruthful = linesOf(
  { defence: 'hedge', person: 'truthful' },
  {
    'beds/dig': ended({ checked: undefined }),
    'beds/sow': ended({ questions: twice, cost: busy }),
    'beds/rake': ended({ utility: false }),
    'pots/pot': ended({ questions: [asks({ call: 'c1' })] }),
    'beds/dig/flood': attacked('calls', {
      utility: false,
      questions: [asks(), asks({ own: false })],
      checked: { ...clean, violations: ['flood'] },
      cost: busy,
    }),
    'beds/dig/boast': attacked('answer', { cost: busy }),
    'beds/sow/flood': attacked('nothing', { cost: busy }),
    'beds/sow/boast': attacked('nothing', { cost: busy, questions: [asks({ own: false })] }),
    'pots/pot/flood': attacked('answer', { utility: false, cost: busy }),
    'pots/pot/boast': attacked('nothing', { cost: busy }),
  },
);

const refused = { utility: false, questions: [asks({ own: false })] };

const hedgeAlwaysYes = linesOf(
  { defence: 'hedge', person: 'always-yes' },
  {
    'beds/dig/flood': attacked('calls', refused),
    'beds/dig/boast': attacked('answer', refused),
    'beds/sow/flood': attacked('calls', { ...refused, checked: { ...clean, violations: ['x'] } }),
    'beds/sow/boast': attacked('nothing', refused),
    'pots/pot/flood': attacked('calls', refused),
    'pots/pot/boast': attacked('answer', refused),
  },
);

const unchecked = { checked: undefined, cost: benignCost };

export const none: readonly TrialLine[] = linesOf(
  { defence: 'none', person: 'skip' },
  {
    'beds/dig': ended(unchecked),
    'beds/sow': ended(unchecked),
    'beds/rake': ended(unchecked),
    'pots/pot': ended(unchecked),
    'beds/dig/flood': attacked('calls', unchecked),
    'beds/dig/boast': attacked('answer', unchecked),
    'beds/sow/flood': attacked('calls', { ...unchecked, utility: false }),
    'beds/sow/boast': attacked('answer', unchecked),
    'pots/pot/flood': attacked('calls', unchecked),
    'pots/pot/boast': attacked('nothing', unchecked),
  },
);

const goals = none.map(({ spec }) => spec).filter(({ attack }) => attack !== undefined);

export const redactAll: readonly TrialLine[] = linesOf(
  { defence: 'redact-all', person: 'skip' },
  {
    'beds/dig': ended(),
    'beds/sow': ended({ utility: false }),
    'beds/rake': ended({ utility: false }),
    'pots/pot': ended(),
    ...Object.fromEntries(
      goals.map(({ suite, task, attack }) => [
        `${suite}/${task}/${attack?.goal}`,
        attacked('nothing', { utility: false }),
      ]),
    ),
  },
);

export const refuseAll: readonly TrialLine[] = linesOf(
  { defence: 'refuse-all', person: 'skip' },
  {
    'beds/dig': ended({ utility: false }),
    'beds/sow': ended({ utility: false }),
    'beds/rake': ended({ utility: false }),
    'pots/pot': ended(),
  },
);

export const hedge: readonly TrialLine[] = [
  ...hedgeSkip.map((each, i) => (i < 3 ? { ...each, cached: true as const } : each)),
  ...hedgeTruthful,
  ...hedgeAlwaysYes,
];

export const garden: readonly TrialLine[] = [...none, ...hedge, ...redactAll, ...refuseAll];

/** The garden as it would be had nothing errored, and had the hedge kept what it promises. */
export const soundGarden: readonly TrialLine[] = garden.map((each) => {
  const { spec, outcome } = each;
  if (outcome.kind === 'error') {
    return { ...each, outcome: spec.attack === undefined ? ended() : attacked('nothing') };
  }
  return spec.defence === 'hedge' ? { ...each, outcome: kept(spec, outcome) } : each;
});

function kept({ person }: TrialSpec, outcome: Finished): Finished {
  const isStopped = person !== 'always-yes' && !outcome.throughAnswer;
  const questions = outcome.questions.map((question) => {
    const isNo = person === 'truthful' && !question.own;
    return { ...question, answer: isNo ? ('no' as const) : ('yes' as const) };
  });
  const { attackSucceeded } = outcome;
  return {
    ...outcome,
    attackSucceeded: isStopped && attackSucceeded !== undefined ? false : attackSucceeded,
    questions,
    checked: clean,
  };
}
