import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { privacyDefence, privacyDefenceNames } from '../../src/privacy/defence/by-name.ts';
import { bestLocal } from '../../src/privacy/measure/best.ts';
import { privacyClaims } from '../../src/privacy/measure/claims.ts';
import { privacyMeasures } from '../../src/privacy/measure/measures.ts';
import { privacyCells, privacyHeads } from '../../src/privacy/measure/privacy-figures.ts';
import { verdictOf } from '../../src/privacy/measure/verdict.ts';
import { drawnTasks, privacySuite, privacyTasks } from '../../src/privacy/privacy-suite.ts';
import { privacyReader } from '../../src/privacy/reader/reader.ts';
import { playedAnswers } from '../../src/privacy/run/played.ts';
import { type PrivacyBenchOptions, runPrivacyBench } from '../../src/privacy/run/privacy-bench.ts';
import { proves } from '../../src/testing/proves.ts';
import { defenceWith, finished, runOne, taskNamed } from './run-one.ts';

const slice = drawnTasks(1, { perWorld: 5 });

const suite: Omit<PrivacyBenchOptions, 'defences'> = {
  tasks: privacyTasks,
  choosing: slice,
  drawn: drawnTasks(2, { perWorld: 5 }),
  modelFor: privacyReader,
  ledger: playedAnswers(),
  versions: {},
  signal: new AbortController().signal,
};

test('the suite’s generated tasks are apart from each other, and are 90 each', () => {
  const { tasks, choosing, drawn } = privacySuite({ generated: true });
  expect([tasks.length, choosing.length, drawn.length]).toEqual([37, 90, 90]);
  const ids = [...tasks, ...choosing, ...drawn].map(({ id }) => id);
  expect(new Set(ids).size).toBe(217);
  expect(privacySuite({ generated: false })).toMatchObject({ choosing: [], drawn: [] });
});

test('controls come out as they must, and the claims hold', async () => {
  const defences = ['none', 'confirm-never', 'confirm-always', 'lineage(fields,sums)', 'oracle'];
  const runs = await runPrivacyBench({
    ...suite,
    defences: defences.map((name) => privacyDefence(name)),
  });
  const all = runs.map(privacyMeasures);
  expect(
    all.map(({ name, falsePositiveCases, falseNegativeCases }) => [
      name,
      falsePositiveCases,
      falseNegativeCases,
    ]),
  ).toMatchObject([
    ['none', 0, 21],
    ['confirm-never', 0, 21],
    ['confirm-always', 16, 0],
    ['lineage(fields,sums)', expect.any(Number), expect.any(Number)],
    ['oracle', 0, 0],
  ]);
  expect(all[2]).toMatchObject({ utilityRefused: 0, utilityGranted: 1 });
  expect(bestLocal(runs)).toBe('lineage(fields,sums)');
  const claims = privacyClaims(all, bestLocal(runs));
  expect(claims.filter(({ holds }) => !holds)).toEqual([]);
  for (const each of all) expect(privacyCells(each, undefined)).toHaveLength(privacyHeads.length);
});

proves('privacy/best-elsewhere', () => {
  const { tasks, choosing, drawn } = privacySuite({ generated: true });
  const measuredOn = new Set([...tasks, ...drawn].map(({ request }) => request));
  expect(choosing.filter(({ request }) => measuredOn.has(request))).toEqual([]);
  expect(choosing.map(({ setting }) => setting.data.name)).not.toEqual(
    drawn.map(({ setting }) => setting.data.name),
  );
  const local = privacyDefenceNames.filter((name) => privacyDefence(name).local);
  expect(local.every((name) => name.startsWith('lineage'))).toBe(true);
});

proves('privacy/no-unasked-leak', async () => {
  const defences = ['none', 'confirm-never', 'naive', 'judge-random', 'multi-execution', 'lineage'];
  const tasks = privacyTasks.filter((_, at) => at % 2 === 0);
  const runs = await runPrivacyBench({
    ...suite,
    tasks,
    choosing: [],
    drawn: [],
    defences: defences.map((name) => privacyDefence(name)),
  });
  const leaks = runs.map((each) => privacyMeasures(each).leaks);
  expect(leaks[0]).toBeGreaterThan(3);
  expect(leaks.slice(1)).toEqual([0, 0, 0, 0, 0]);
});

proves('privacy/cases-counted', async () => {
  const counted = async (id: string, defence: string): Promise<readonly boolean[]> => {
    const task = taskNamed(id);
    const { falsePositive, falseNegative } = verdictOf(task, await runOne(task, { defence }));
    return [falsePositive, falseNegative];
  };
  expect(await counted('payments-atlas', 'naive')).toEqual([true, false]);
  expect(await counted('payments-atlas', 'lineage')).toEqual([false, false]);
  expect(await counted('payments-museum', 'naive')).toEqual([false, false]);
  expect(await counted('payments-museum', 'confirm-never')).toEqual([false, true]);
});

describe('what goes wrong', () => {
  const task = taskNamed('payments-museum');

  proves('privacy/errors-never-safe', async () => {
    const broken = defenceWith(() => {
      throw new Error('it cannot be had');
    });
    const played = await runOne(task, { defence: broken });
    expect(played).toEqual({ kind: 'error', message: 'it cannot be had' });
    expect(verdictOf(task, played)).toMatchObject({ error: true, falseNegative: true });
    const all = privacyMeasures({
      defence: broken,
      granted: [{ task, played }],
      refused: [{ task, played }],
      careless: [{ task, played }],
      choosing: [],
      drawn: [],
    });
    expect(all).toMatchObject({ falseNegativeCases: 1, utilityGranted: 0, leaks: 1, errors: 3 });
  });

  proves('privacy/fails-closed', async () => {
    const relevant = (): never => {
      throw new Error('no');
    };
    const failing = defenceWith(() => ({ name: 'failing', needs: 'nothing', relevant }));
    const whole = { asked: true, categories: ['friends', 'transactions'] };
    expect((await finished(task, { defence: failing })).calls).toMatchObject([whole]);
    const drafting = { name: 'failing', needs: 'draft', relevant } as const;
    const narrow = privacyDefence('own', () => new Map([['own', () => drafting]]));
    expect((await finished(task, { defence: narrow })).calls).toMatchObject([whole]);
  });

  test('a model that gives no reply is an error, not an outcome', async () => {
    const [played] = (
      await runPrivacyBench({
        ...suite,
        tasks: [task],
        choosing: [],
        drawn: [],
        defences: [privacyDefence('naive')],
        ledger: playedAnswers(),
        modelFor: () => ({ name: 'mute', generate: () => Promise.reject(new Error('mute')) }),
      })
    ).flatMap(({ granted }) => granted);
    expect(played?.played).toEqual({ kind: 'error', message: 'a turn ended in `model-failed`' });
  });

  test('a run that is stopped says how to go on', async () => {
    const defences = [privacyDefence('naive')];
    const runs = runPrivacyBench({ ...suite, defences, signal: AbortSignal.abort() });
    await expect(runs).rejects.toMatchObject({ code: 'aborted' });
  });

  test('a propagator that nobody knows is a mistake in use, before anything is run', async () => {
    const runs = runPrivacyBench({ ...suite, defences: [privacyDefence('lineages')] });
    await expect(runs).rejects.toMatchObject({ code: 'propagator-invalid' });
  });
});

describe('a narrow question', () => {
  test('has the label that the propagator found, also behind a gateway; a draft has the full one', async () => {
    const task = taskNamed('shopping-return-jacket');
    const labels = async (defence: string): Promise<unknown> =>
      (await finished(task, { defence })).calls.map(({ categories }) => categories);
    expect(await labels('lineage')).toEqual([['orders']]);
    expect(await labels('gateway:lineage')).toEqual([['orders']]);
    expect(await labels('lineage-as-written')).toEqual([['orders']]);
    expect(await labels('lineage-draft')).toEqual([
      ['address', 'card', 'gender', 'orders', 'preferences'],
    ]);
  });

  test('falls back to everything where the narrow view makes no call', async () => {
    const { calls, done } = await finished(taskNamed('payments-half-limit'), {
      defence: 'lineage',
    });
    expect(calls).toMatchObject([
      { asked: true, found: [], categories: ['balance', 'password', 'transactions'] },
    ]);
    expect(done).toBe(true);
  });

  test('is asked where the narrow view makes another call, if it is checked', async () => {
    const task = taskNamed('shopping-bars');
    expect((await finished(task, { defence: 'lineage' })).calls[0]?.asked).toBe(false);
    expect((await finished(task, { defence: 'checked:lineage' })).calls[0]?.asked).toBe(true);
  });
});

describe('persons', () => {
  const task = taskNamed('payments-museum');

  test.each([
    ['grants', true],
    ['refuses', false],
    ['truthful', true],
  ] as const)('one who %s', async (person, done) => {
    expect((await finished(task, { defence: 'naive', person })).done).toBe(done);
  });

  test('a truthful one does not let a careless call pass', async () => {
    const options = { defence: 'naive', person: 'truthful', variant: 'careless' } as const;
    const { calls } = await finished(task, options);
    expect(calls).toMatchObject([{ asked: true, executed: false }]);
  });
});

proves('privacy/resumed', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'privacy-'));
  try {
    const file = path.join(folder, 'deep', 'ledger.jsonl');
    const rest = { modelCalls: 3, everything: { 'limit-reached': 2 } };
    const played = { kind: 'finished', calls: [], done: true, ...rest } as const;
    let plays = 0;
    const once = (ledger: ReturnType<typeof playedAnswers>, task: string): Promise<unknown> =>
      ledger.once({ task, of: undefined }, () => {
        plays += 1;
        return Promise.resolve(task === 'bad' ? { kind: 'error', message: 'no' } : played);
      });
    await once(playedAnswers(file), 'good');
    await once(playedAnswers(file), 'bad');
    appendFileSync(file, '\n{"key": "torn');
    const again = playedAnswers(file);
    expect(await once(again, 'good')).toEqual(played);
    expect(plays).toBe(2);
    await once(again, 'bad');
    await once(again, 'other');
    await once(again, 'other');
    expect(plays).toBe(4);
    expect(await once(playedAnswers(file), 'other')).toEqual(played);
    expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(4);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
