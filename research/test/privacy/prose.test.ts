import { lineage } from '@sluice/core';
import { expect, test } from 'vitest';
import { isLeak } from '../../src/privacy/measure/measures.ts';
import { isMissed, isNeedless, verdictOf } from '../../src/privacy/measure/verdict.ts';
import { answersToOthers, messagesIn } from '../../src/privacy/prose/prose-suite.ts';
import { privacySuite } from '../../src/privacy/privacy-suite.ts';
import { expectedOf, isDue } from '../../src/privacy/task/expected.ts';
import type { PrivacyTask } from '../../src/privacy/task/task.ts';
import { defenceWith, finished } from './run-one.ts';

const answers = answersToOthers();

/** One of each template. */
const each = [...Map.groupBy(answers, ({ template }) => template).values()].flatMap((own) =>
  own.slice(0, 1),
);

function isPrivate(task: PrivacyTask): boolean {
  return isDue(task, '', expectedOf(task).at(-1)?.categories ?? []);
}

test('half of the templates tell something private, in a context that holds some always', () => {
  expect(answers).toHaveLength(90);
  expect(each).toHaveLength(18);
  expect(each.filter(isPrivate)).toHaveLength(9);
  expect(answers.every(({ prior }) => prior.length > 0)).toBe(true);
});

test('the answer is a call: asked about, refused, let out', async () => {
  for (const task of each) {
    const granted = await finished(task, { defence: 'naive' });
    expect(granted.done).toBe(true);
    expect(granted.calls.at(-1)).toMatchObject({ tool: '', asked: true, executed: true });
    const refused = await finished(task, { defence: 'naive', person: 'refuses' });
    expect(refused.calls.some(({ asked, executed }) => asked && executed)).toBe(false);
    expect(refused.done).toBe(false);
    const { calls } = verdictOf(task, await finished(task, { defence: 'none' }));
    expect(calls.some(isMissed)).toBe(isPrivate(task));
    expect(calls.some(isNeedless)).toBe(false);
  }
});

test('a careless answer leaks undefended, and under a defence that asks it does not', async () => {
  for (const task of each) {
    const careless = { person: 'truthful', variant: 'careless' } as const;
    const free = await finished(task, { ...careless, defence: 'none' });
    const asked = await finished(task, { ...careless, defence: 'naive' });
    expect(isLeak({ task, played: free })).toBe(true);
    expect(isLeak({ task, played: asked })).toBe(false);
  }
});

test('what is said in other words is missed where only copies are followed', async () => {
  const paraphrase = each.find(({ template }) => template === 'shopping-prose/2');
  const copy = each.find(({ template }) => template === 'payments-prose/0');
  if (paraphrase === undefined || copy === undefined) throw new Error('a template is not there');
  const missed = async (task: PrivacyTask): Promise<boolean> =>
    verdictOf(task, await finished(task, { defence: defenceWith(() => lineage()) })).falseNegative;
  expect(await missed(paraphrase)).toBe(true);
  expect(await missed(copy)).toBe(false);
});

test('texts to others are those of the drawn tasks', () => {
  const { drawn } = privacySuite({ generated: true });
  const found = messagesIn(drawn);
  expect(found.length).toBeGreaterThan(10);
  expect(found.every((task) => drawn.includes(task))).toBe(true);
});
