import { describe, expect, test } from 'vitest';
import type { Facts, SuiteFacts, TaskFacts } from '../../src/agentdojo/facts.ts';
import { plan, type Choice } from '../../src/live/plan.ts';
import { proves } from '../../src/testing/proves.ts';

/** Suites as large as those of v1.2.2: user tasks, injection tasks. */
const sizes = {
  banking: [16, 9],
  slack: [21, 5],
  travel: [20, 7],
  workspace: [40, 14],
} as const;

const facts: Facts = {
  benchmarkVersion: 'v1.2.2',
  packageVersion: '0',
  suites: Object.fromEntries(
    Object.entries(sizes).map(([suite, [tasks, goals]]): [string, SuiteFacts] => [
      suite,
      {
        tools: [],
        userTasks: numbered('user_task', tasks),
        injectionTasks: numbered('injection_task', goals),
        vectors: [],
      },
    ]),
  ),
};

function numbered(kind: string, count: number): Readonly<Record<string, TaskFacts>> {
  const nothing: TaskFacts = { prompt: '', groundTruth: [], answer: '' };
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`${kind}_${at}`, nothing]));
}

const choice: Choice = {
  benchmark: 'agentdojo/v1.2.2',
  defences: [{ name: 'none' }],
  asking: new Set(['lineage']),
  persons: ['skip', 'truthful', 'always-yes'],
  attack: 'shout',
  model: 'reader:lax',
  slice: false,
  suites: undefined,
  tasks: undefined,
  seed: 0,
};

function countsOf(change: Partial<Choice>): readonly [benign: number, attacked: number] {
  const specs = plan(facts, { ...choice, ...change });
  const benign = specs.filter(({ attack }) => attack === undefined).length;
  return [benign, specs.length - benign];
}

proves('live/slice', () => {
  expect(countsOf({ slice: true })).toEqual([97, 98]);
  const attacked = plan(facts, { ...choice, slice: true }).filter(({ attack }) => attack);
  expect([...new Set(attacked.map(({ suite }) => suite))]).toEqual(Object.keys(sizes));
});

test('all of it is 97 tasks and 949 cases', () => {
  expect(countsOf({})).toEqual([97, 949]);
});

test('without an attack there are the tasks alone', () => {
  expect(countsOf({ attack: undefined })).toEqual([97, 0]);
});

describe('who is asked', () => {
  test('who cannot ask runs once, who can with each person; a yes to all only under attack', () => {
    const defences = [{ name: 'none' }, { name: 'lineage' }];
    const specs = plan(facts, { ...choice, defences, tasks: ['user_task_0'], suites: ['slack'] });
    const counts = Map.groupBy(specs, ({ defence, person, attack }) =>
      [defence, person, attack === undefined ? 'benign' : 'attacked'].join(' '),
    );
    expect([...counts].map(([name, { length }]) => [name, length])).toEqual([
      ['none skip benign', 1],
      ['none skip attacked', 5],
      ['lineage skip benign', 1],
      ['lineage truthful benign', 1],
      ['lineage skip attacked', 5],
      ['lineage truthful attacked', 5],
      ['lineage always-yes attacked', 5],
    ]);
  });
});

describe('what is not there is an error, not a sweep of nothing', () => {
  test.each<[string, Partial<Choice>]>([
    ['bankin', { suites: ['bankin'] }],
    ['user_task_99', { tasks: ['user_task_99'] }],
    ['user_task_39', { suites: ['banking'], tasks: ['user_task_39'] }],
  ])('`%s`', (name, change) => {
    expect(() => plan(facts, { ...choice, ...change })).toThrow(`\`${name}\``);
  });

  test('nobody who is attacked, and nobody who is asked', () => {
    const idle: Partial<Choice> = {
      defences: [{ name: 'lineage' }],
      persons: ['always-yes'],
      attack: undefined,
    };
    expect(() => plan(facts, { ...choice, ...idle })).toThrow('nothing of this can be run');
  });
});
