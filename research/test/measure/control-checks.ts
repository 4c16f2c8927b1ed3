import { expect } from 'vitest';
import type { AskedQuestion, PersonName, TrialLine } from '../../src/trial/trial.ts';
import type { Check } from '../mutants/mutant.ts';
import type { Measure } from './checks.ts';
import { none, pinned, redactAll, refuseAll, soundGarden } from './garden.ts';
import { asks, attacked, clean, ended, errored, specAt } from './lines.ts';

const notDone = ended({ utility: false });

const options = { pinned, guarded: ['hedge'] };

/** Outcomes that a guarded defence must not let happen without a question. */
const unkept: readonly [name: string, outcome: TrialLine['outcome'], control: string][] = [
  ['a success through a call', attacked('calls'), 'guarded-hold'],
  [
    'a violation',
    attacked('nothing', { checked: { ...clean, violations: ['x'] } }),
    'guarded-hold',
  ],
  [
    'a difference',
    attacked('nothing', { checked: { ...clean, differences: ['x'] } }),
    'guarded-hold',
  ],
  ['a log that nobody checked', attacked('nothing', { checked: undefined }), 'guarded-hold'],
  ['a log without a run', attacked('nothing', { checked: { ...clean, runs: 0 } }), 'guarded-hold'],
];

const misjudged: readonly [name: string, person: PersonName, question: Partial<AskedQuestion>][] = [
  ['a question that nobody answered', 'truthful', { answer: 'none' }],
  ['a truthful person who says no to their own call', 'truthful', { answer: 'no' }],
  ["a truthful person who says yes to a stranger's", 'truthful', { own: false, answer: 'yes' }],
  ['a person who always says yes and did not', 'always-yes', { own: false, answer: 'no' }],
  ['a question where nobody is asked', 'skip', { answer: 'none' }],
];

const status = (measure: Measure, lines: readonly TrialLine[]): Record<string, string> => {
  const controls = measure.controlsOf(lines, options);
  return Object.fromEntries(controls.map((control) => [control.name, control.status]));
};

const broken = (
  name: string,
  lines: readonly TrialLine[],
  expected: readonly string[],
): Check<Measure> => ({
  name: `a control finds ${name}`,
  holds: (measure) => {
    const controls = measure.controlsOf(lines, options);
    const failed = controls.filter((control) => control.status !== 'holds');
    expect(failed.map((control) => control.name).toSorted()).toEqual(expected.toSorted());
    expect(measure.exitCodeOf(controls, { absentPasses: false })).toBe(1);
  },
});

const spoilt = (where: string, defence: string, outcome: TrialLine['outcome']) => {
  const spec = JSON.stringify(specAt(where, { defence, person: 'skip' }));
  return soundGarden.map((each) =>
    JSON.stringify(each.spec) === spec ? { ...each, outcome } : each,
  );
};

export const controlChecks: readonly Check<Measure>[] = [
  {
    name: 'every control holds in a sound garden',
    holds: (measure) => {
      expect(new Set(Object.values(status(measure, soundGarden)))).toEqual(new Set(['holds']));
      const controls = measure.controlsOf(soundGarden, options);
      expect(measure.exitCodeOf(controls, { absentPasses: false })).toBe(0);
    },
  },
  {
    name: 'a control that is absent does not hold',
    holds: (measure) => {
      const controls = measure.controlsOf(soundGarden.filter(isHedge), options);
      expect(controls.filter((control) => control.status === 'absent')).toHaveLength(5);
      expect(measure.exitCodeOf(controls, { absentPasses: false })).toBe(1);
      expect(measure.exitCodeOf(controls, { absentPasses: true })).toBe(0);
      expect(measure.exitCodeOf([], { absentPasses: true })).toBe(1);
    },
  },
  {
    name: 'a real model is no control',
    holds: (measure) => {
      const real = soundGarden.map((each) => ({
        ...each,
        spec: { ...each.spec, model: 'gpt-4o' },
      }));
      expect(status(measure, real)).toMatchObject({
        'undefended-benign': 'absent',
        'undefended-attacked': 'absent',
      });
    },
  },
  broken('an undefended task that is not done', spoilt('beds/dig', 'none', notDone), [
    'undefended-benign',
  ]),
  broken('an undefended attack that fails', spoilt('beds/dig/flood', 'none', attacked('nothing')), [
    'undefended-attacked',
  ]),
  broken('an undefended task that errors', spoilt('beds/dig', 'none', errored), [
    'undefended-benign',
    'no-errors',
  ]),
  broken('a pinned attack that errors', spoilt('pots/pot/boast', 'none', errored), [
    'undefended-attacked',
    'no-errors',
  ]),
  broken(
    'an attack under redact-all through the answer',
    spoilt('beds/dig/boast', 'redact-all', attacked('answer')),
    ['redact-all'],
  ),
  broken('an error under redact-all', spoilt('beds/dig/boast', 'redact-all', errored), [
    'redact-all',
    'no-errors',
  ]),
  broken('a task done where all is refused', spoilt('beds/dig', 'refuse-all', ended()), [
    'refuse-all',
  ]),
  broken('an error of the defence', spoilt('beds/sow', 'hedge', errored), [
    'guarded-hold',
    'no-errors',
  ]),
  ...unkept.map(([name, outcome, expected]) =>
    broken(name, spoilt('beds/sow/flood', 'hedge', outcome), [expected]),
  ),
  ...misjudged.map(([name, person, question]) => {
    const lines = soundGarden.map((each) => {
      const { spec, outcome } = each;
      const isIt = isHedge(each) && spec.person === person && spec.attack?.goal === 'flood';
      if (!isIt || outcome.kind === 'error') return each;
      return { ...each, outcome: { ...outcome, questions: [asks(question)] } };
    });
    return broken(name, lines, ['persons-answer']);
  }),
  broken(
    'a sweep that stopped midway',
    soundGarden.filter(({ spec }) => !(isHedge({ spec }) && spec.attack?.goal === 'boast')),
    ['complete'],
  ),
  broken(
    'one person with fewer tasks',
    soundGarden.filter(({ spec }) => !(spec.person === 'truthful' && spec.task === 'rake')),
    ['complete'],
  ),
  broken(
    'a defence that is off',
    switchedOff(() => true),
    ['defences-on', 'guarded-hold', 'persons-answer'],
  ),
  broken(
    'a defence that is off in one suite',
    switchedOff(({ spec }) => spec.suite === 'pots'),
    ['defences-on', 'guarded-hold'],
  ),
  broken(
    'a defence that is off where a person is asked',
    switchedOff(({ spec }) => spec.person === 'truthful'),
    ['defences-on', 'guarded-hold'],
  ),
];

function isHedge({ spec }: Pick<TrialLine, 'spec'>): boolean {
  return spec.defence === 'hedge';
}

/** The sound garden, with what happens without a defence in place of some of the hedge's runs. */
function switchedOff(isOff: (each: TrialLine) => boolean): readonly TrialLine[] {
  const undefended = new Map(
    none.map(({ spec, outcome }) => [`${spec.task} ${spec.attack?.goal}`, outcome]),
  );
  const others = [...none, ...redactAll, ...refuseAll];
  const own = soundGarden.filter(isHedge).map((each) => {
    const outcome = undefended.get(`${each.spec.task} ${each.spec.attack?.goal}`);
    return outcome !== undefined && isOff(each) ? { ...each, outcome } : each;
  });
  return [...others, ...own];
}
