import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Propagator, PropagatorInput, Relevance } from '@sluice/core';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { AnswerMemory } from '../../src/task/answer-memory.ts';
import { privacyDefence } from '../../src/privacy/defence/by-name.ts';
import type { PrivacyDefence } from '../../src/privacy/defence/defence.ts';
import type { Played } from '../../src/privacy/run/played.ts';
import { proves } from '../../src/testing/proves.ts';
import { finished, runOne, taskNamed } from './run-one.ts';

const task = taskNamed('payments-museum');
const museum = ['friends'];

type Answer = (input: PropagatorInput) => Relevance | Promise<Relevance>;

/** A propagator that reads drafts, and how often it was asked. */
function asked(answer: Answer): Propagator & { readonly count: () => number } {
  let count = 0;
  const relevant = (input: PropagatorInput): Relevance | Promise<Relevance> => {
    count += 1;
    return answer(input);
  };
  return { name: 'own', needs: 'draft', relevant, count: () => count };
}

function defenceOf(propagator: Propagator, memory?: AnswerMemory): PrivacyDefence {
  const own = memory?.remembering('own()', propagator) ?? propagator;
  return privacyDefence('own', () => new Map([['own', () => own]]));
}

const label: Answer = ({ space }) => ({ kind: 'label', label: space.parse('private{friends}') });
const regions: Answer = ({ history }) => {
  const ids = history.tools.map((_, at) => `t${at}`);
  return { kind: 'regions', regions: ids, evidence: [], unsourced: [] };
};
const all = (because: string): Answer => {
  return () => ({ kind: 'all', because });
};

function temporary(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'privacy-answers-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return path.join(folder, 'deep', 'answers.jsonl');
}

describe('an answer is remembered', () => {
  test.each<[string, Answer]>([
    ['a label', label],
    ['regions', regions],
    ['everything, for a limit', all('limit-reached')],
    ['everything, for an answer that cannot be read', all('judge-unclear')],
  ])('%s', async (_, answer) => {
    const memory = new AnswerMemory({ version: 'a' });
    const inner = asked(answer);
    const bare = await finished(task, { defence: defenceOf(asked(answer)) });
    expect(await finished(task, { defence: defenceOf(inner, memory) })).toEqual(bare);
    const once = inner.count();
    expect(once).toBeGreaterThan(0);
    for (const person of ['grants', 'truthful'] as const)
      expect(await finished(task, { defence: defenceOf(inner, memory), person })).toEqual(bare);
    expect(inner.count()).toBe(once);
  });

  test.each(['propagator-failed', 'propagator-late', 'aborted'])(
    'but not %s, which is of the machine',
    async (because) => {
      const memory = new AnswerMemory({ version: 'a' });
      const inner = asked(all(because));
      await finished(task, { defence: defenceOf(inner, memory) });
      await finished(task, { defence: defenceOf(inner, memory) });
      expect(inner.count()).toBe(2);
    },
  );

  test('for the same draft alone', async () => {
    const memory = new AnswerMemory({ version: 'a' });
    const inner = asked(label);
    const defence = defenceOf(inner, memory);
    await finished(task, { defence });
    const once = inner.count();
    await finished(task, { defence, variant: 'careless' });
    expect(inner.count()).toBeGreaterThan(once);
  });

  test('in a file of hashes, which another run of the same version goes on with', async () => {
    const file = temporary();
    const inner = asked(label);
    const run = (version: string): Promise<Played> =>
      runOne(task, { defence: defenceOf(inner, new AnswerMemory({ version, file })) });
    const first = await run('a');
    const once = inner.count();
    appendFileSync(file, '\n{"key": "torn');
    expect(await run('a')).toEqual(first);
    expect(inner.count()).toBe(once);
    await run('b');
    expect(inner.count()).toBe(2 * once);
    expect(readFileSync(file, 'utf8')).not.toMatch(/priya|museum/i);
  });

  test('a label in the file that is none is everything', async () => {
    const file = temporary();
    const run = () => {
      const memory = new AnswerMemory({ version: 'a', file });
      return finished(task, { defence: defenceOf(asked(label), memory) });
    };
    expect((await run()).calls[0]).toMatchObject({ categories: museum });
    const spoilt = readFileSync(file, 'utf8').replace('private{friends}', 'private{');
    rmSync(file);
    appendFileSync(file, spoilt);
    const { calls, everything } = await run();
    expect(calls[0]).toMatchObject({ asked: true, categories: ['friends', 'transactions'] });
    expect(everything).toEqual({ 'propagator-failed': 1 });
  });
});

describe('everything is relevant', () => {
  afterEach(() => void vi.useRealTimers());

  const fails: Answer = () => {
    throw new Error('no');
  };
  const counts = async (defence: PrivacyDefence | string): Promise<unknown> =>
    (await finished(task, { defence })).everything;

  proves('privacy/everything-counted', async () => {
    expect(await counts(defenceOf(asked(all('limit-reached'))))).toEqual({ 'limit-reached': 1 });
    expect(await counts(defenceOf(asked(fails)))).toEqual({ 'propagator-failed': 1 });
    expect(await counts(defenceOf(asked(label)))).toEqual({});
    expect(await counts('naive')).toEqual({});
    expect(await counts('lineage')).toEqual({});
  });

  test('an answer that takes minutes is waited for; one that never comes is late', async () => {
    vi.useFakeTimers();
    const slow = (minutes: number): Answer => {
      return (input) =>
        new Promise((resolve) => {
          setTimeout(() => resolve(label(input)), minutes * 60_000);
        });
    };
    const waited = async (minutes: number): Promise<Played> => {
      const running = runOne(task, { defence: defenceOf(asked(slow(minutes))) });
      await vi.advanceTimersByTimeAsync(31 * 60_000);
      return running;
    };
    expect(await waited(20)).toMatchObject({ everything: {}, calls: [{ categories: museum }] });
    expect(await waited(60)).toMatchObject({ everything: { 'propagator-late': 1 } });
  });
});
