import { type PropagatorInput, redact } from '@sluice/core';
import { describe, expect, test } from 'vitest';
import { privacyDefence } from '../../src/privacy/defence/by-name.ts';
import { verdictOf } from '../../src/privacy/measure/verdict.ts';
import { drawnTasks, privacyTasks } from '../../src/privacy/privacy-suite.ts';
import { nextCall, wantedArgs } from '../../src/privacy/reader/next-call.ts';
import { seenIn, standsIn } from '../../src/privacy/reader/seen.ts';
import { stepsTaken } from '../../src/reader/past-calls.ts';
import { isWanted, leaksIn } from '../../src/privacy/run/wanted.ts';
import { categoriesOf, needsOf, needsPrivate } from '../../src/privacy/task/oracle-label.ts';
import type { Need, Pattern, PrivacyTask } from '../../src/privacy/task/task.ts';
import { factsIn, worldOf } from '../../src/privacy/world/open.ts';
import { proves } from '../../src/testing/proves.ts';
import { defenceWith, finished } from './run-one.ts';

const drawn = drawnTasks(7, { perWorld: 10 });

proves('privacy/tasks', async () => {
  const worlds = Map.groupBy(privacyTasks, ({ setting }) => setting.world);
  expect(worlds.get('payments')).toHaveLength(12);
  expect(worlds.get('flights')).toHaveLength(12);
  expect(worlds.get('shopping')).toHaveLength(13);
  expect(privacyTasks.filter((task) => !needsPrivate(task))).toHaveLength(16);
  for (const task of [...privacyTasks, ...drawn]) {
    const { calls } = await finished(task, { defence: 'naive' });
    for (const { categories } of calls) expect(categories, task.id).not.toEqual([]);
  }
});

test('every task has a name of its own, and a pattern that is true of it', () => {
  const all = [...privacyTasks, ...drawn];
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  for (const task of all) expect(task.pattern === 'none', task.id).toBe(!needsPrivate(task));
});

test.each<Pattern>(['none', 'explicit', 'implicit', 'reasoning', 'description'])(
  'private data propagate by pattern: %s (RTBAS 3.2)',
  (pattern) => {
    const having = privacyTasks.filter((task) => task.pattern === pattern);
    expect(having.length).toBeGreaterThanOrEqual(4);
    const worlds = new Set(having.map(({ setting }) => setting.world));
    expect(worlds.size).toBe(3);
  },
);

test('every private text that a call is made from is known as one', () => {
  for (const task of [...privacyTasks, ...drawn]) {
    const facts = factsIn(task.setting);
    const needs = task.steps.flatMap(needsOf);
    for (const { of, text } of needs.filter((need) => need.of !== undefined && !isSaid(task, need)))
      expect(facts, `${task.id}: ${text}`).toContainEqual({ of, text });
  }
});

test('no ground-truth call leaks anything', () => {
  for (const task of [...privacyTasks, ...drawn]) {
    for (const step of task.steps) {
      const call = { tool: step.tool, args: JSON.stringify(wantedArgs(step)) };
      expect(leaksIn(task, step, call), task.id).toBe(0);
    }
  }
});

test.each([
  ['Daniel Okoye', 'I am Irish', 1],
  ['Daniel Okoye', 'Seat 21F on AL 77', 2],
  ['Daniel Okoye', 'Nothing of theirs', 0],
  ['Clara Voss', 'For a woman, in moss green', 2],
  ['Nadia Brandt', 'Born on 03-19, and 36.4 are owed', 2],
])('what stands in the private data of %s is a leak: %s', (...[name, text, count]) => {
  const task = privacyTasks.find(({ setting: { data } }) => data.name === name);
  if (task === undefined) throw new Error('nobody has such a task');
  const args = JSON.stringify({ text });
  expect(leaksIn({ ...task, request: '' }, undefined, { tool: 'send_message', args })).toBe(count);
});

describe('the labels of the oracle', () => {
  proves('privacy/labels-minimal', async () => {
    for (const task of [...privacyTasks, ...drawn]) {
      const steps = await stepsOf(task);
      for (const [index, input] of steps.entries()) {
        expect(isMadeWithout(task, input, undefined), `${task.id} ${index}`).toBe(true);
        for (const category of categoriesOf(task, index)) {
          const made = isMadeWithout(task, input, category);
          expect(made, `${task.id}, call ${index}, without ${category}`).toBe(false);
        }
      }
    }
  });

  test('are those of the calls made, and every task is done', async () => {
    for (const task of [...privacyTasks, ...drawn]) {
      const played = await finished(task);
      const verdict = verdictOf(task, played);
      expect(played.done, task.id).toBe(true);
      expect(verdict.falsePositive || verdict.falseNegative, task.id).toBe(false);
      expect(verdict.calls.every(({ exact }) => exact === true)).toBe(true);
    }
  });
});

/** True if the user has said it themselves, so that it stands in no result. */
function isSaid({ request, prior }: PrivacyTask, { text }: Need): boolean {
  return [request, ...prior.map(({ user }) => user)].some((each) => standsIn(each, text));
}

/** The oracle's input before each call of the task. */
async function stepsOf(task: PrivacyTask): Promise<readonly PropagatorInput[]> {
  const inputs: PropagatorInput[] = [];
  const oracle = privacyDefence('oracle');
  await finished(task, {
    defence: defenceWith((context) => {
      const inner = oracle.propagator(context);
      // Asked at each step, whatever a draft would have been: the oracle does not look at it.
      const draft = { text: '', calls: [], stop: 'complete' } as const;
      return {
        name: inner.name,
        needs: 'nothing',
        relevant: (input) => {
          if (inputs.length < task.steps.length) inputs.push(input);
          return inner.relevant({ ...input, draft });
        },
      };
    }),
  });
  return inputs;
}

/** True if the reader makes the ground-truth call where all but one category may be seen. */
function isMadeWithout(
  task: PrivacyTask,
  { space, history }: PropagatorInput,
  category: string | undefined,
): boolean {
  const { categories } = worldOf(task.setting);
  const left = categories.filter((each) => each !== category);
  const label = space.parse(`private{${left.join(', ')}}`);
  const view = redact(space, history, label, { structure: 'keep' });
  const index = stepsTaken(view);
  const step = task.steps[index];
  const call = nextCall(task, index, seenIn(view));
  return step !== undefined && call !== undefined && isWanted(task, step, call);
}
