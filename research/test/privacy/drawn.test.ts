import fc from 'fast-check';
import { expect, test } from 'vitest';
import { daysLater, spoken } from '../../src/privacy/drawn/draws.ts';
import { drawnPayments } from '../../src/privacy/drawn/payments.ts';
import { drawnTask } from '../../src/privacy/drawn/template.ts';
import { drawnTasks, privacySuite, privacyTasks } from '../../src/privacy/privacy-suite.ts';
import { needsPrivate } from '../../src/privacy/task/oracle-label.ts';
import { proves } from '../../src/testing/proves.ts';
import { finished } from './run-one.ts';

proves('privacy/drawn', async () => {
  const requests = new Set(privacyTasks.map(({ request }) => request));
  for (const seed of [1, 2, 40]) {
    const tasks = drawnTasks(seed, { perWorld: 10 });
    expect(tasks).toEqual(drawnTasks(seed, { perWorld: 10 }));
    expect(tasks.filter(({ request }) => requests.has(request))).toEqual([]);
    for (const task of tasks) expect((await finished(task, { defence: 'none' })).done).toBe(true);
  }
});

test('other seeds give other people, and both kinds of tasks', () => {
  const [a, b] = [drawnTasks(1, { perWorld: 10 }), drawnTasks(2, { perWorld: 10 })];
  expect(a.map(({ setting }) => setting.data.name)).not.toEqual(
    b.map(({ setting }) => setting.data.name),
  );
  for (const tasks of [a, b]) expect(tasks.filter(needsPrivate)).toHaveLength(18);
});

test('no template makes tasks to choose on and tasks to measure on; both halves have both kinds', () => {
  const { choosing, drawn } = privacySuite({ generated: true });
  const [here, there] = [choosing, drawn].map((tasks) => new Set(tasks.map((t) => t.template)));
  expect([here?.size, there?.size]).toEqual([15, 15]);
  expect([...(here ?? [])].filter((template) => there?.has(template))).toEqual([]);
  for (const tasks of [choosing, drawn]) {
    expect(tasks).toHaveLength(90);
    expect(tasks.some(needsPrivate)).toBe(true);
    expect(tasks.every(needsPrivate)).toBe(false);
  }
});

test('a request that may not be drawn is drawn again, and nothing else is', () => {
  const before = drawnTasks(1, { perWorld: 10 });
  const some = before.filter((_, at) => at % 3 === 0);
  const except = new Set(some.map(({ request }) => request));
  const after = drawnTasks(1, { perWorld: 10, except });
  expect(after.filter(({ request }) => except.has(request))).toEqual([]);
  const kept = before.filter(({ request }) => !except.has(request));
  expect(after.filter((_, at) => !except.has(before[at]?.request ?? ''))).toEqual(kept);
});

test('a template that has no more requests says so', () => {
  const draw = (except: ReadonlySet<string>): string =>
    drawnTask(drawnPayments, { seed: 1, number: 5, except }).request;
  const first = draw(new Set());
  const second = draw(new Set([first]));
  expect(second).not.toBe(first);
  expect(() => draw(new Set([first, second]))).toThrow('too few requests');
});

test('days are counted over months, and said as people do', () => {
  expect(daysLater('2031-06-01', -1)).toBe('2031-05-31');
  expect(spoken('2031-09-04')).toBe('4 September');
  fc.assert(
    fc.property(fc.integer({ min: -400, max: 400 }), (days) => {
      expect(daysLater(daysLater('2031-06-01', days), -days)).toBe('2031-06-01');
    }),
  );
});
