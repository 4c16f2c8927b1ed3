import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { storeLimits } from '../../src/store/limits.ts';
import { proves } from '../../src/testing/proves.ts';
import { someChange, someEvent, someQuestion } from '../temporary-store.ts';
import type { StoreKind } from './store-kind.ts';

const hash = (text: string): string => text.padStart(64, '0');

/** The working state that a change stores of a run: all of it or nothing. */
export function stateContract({ open }: StoreKind): void {
  describe('working state', () => {
    test('is what was saved: the last head and all entries', async () => {
      const store = await open();
      const entry = (id: number): { id: number; json: string } => ({ id, json: `{"id":${id}}` });
      await store.commit(someChange({ entries: [entry(1), entry(3)], head: '"one"' }));
      await store.commit(someChange({ entries: [entry(4)], head: '"two"' }));
      await store.commit(someChange({ entries: [], head: '"three"' }));
      const saved = await store.loadRun('acme', 'run_1');
      expect(saved).toEqual({ head: '"three"', entries: [entry(1), entry(3), entry(4)] });
    });

    test.each([
      ['another run', 'acme', 'run_2'],
      ['another tenant', 'other', 'run_1'],
    ])('of %s is not there', async (_, tenant, run) => {
      const store = await open();
      await store.commit(someChange({ hashes: [hash('a')] }));
      expect(await store.loadRun(tenant, run)).toBeUndefined();
      expect(await store.runsKnowing('other', hash('a'))).toEqual([]);
    });

    test('any text comes back as it was', async () => {
      const store = await open();
      const texts = fc.array(fc.string({ unit: 'binary' }), { maxLength: 5 });
      let run = 0;
      await fc.assert(
        fc.asyncProperty(texts, async (list) => {
          const name = `run_${++run}`;
          const entries = list.map((json, id) => ({ id, json }));
          const events = list.map((payload) => someEvent({ payload }));
          await store.commit(someChange({ run: name, entries, events, head: list.join() }));
          expect(await store.loadRun('acme', name)).toEqual({ head: list.join(), entries });
          const listed = await store.events.list({ run: name, limit: 10 });
          expect(listed.map(({ payload }) => payload)).toEqual(list);
        }),
        { numRuns: 50 },
      );
    });

    test('runs are found by a hash, the last changed first', async () => {
      const store = await open();
      for (const [run, atMs] of [
        ['run_1', 1],
        ['run_2', 3],
        ['run_3', 2],
      ] as const)
        await store.commit(someChange({ run, atMs, hashes: [hash('a'), hash(run)] }));
      expect(await store.runsKnowing('acme', hash('a'))).toEqual(['run_2', 'run_3', 'run_1']);
      expect(await store.runsKnowing('acme', hash('run_3'))).toEqual(['run_3']);
      await store.commit(someChange({ run: 'run_1', atMs: 9, hashes: [hash('a')] }));
      expect(await store.runsKnowing('acme', hash('a'))).toEqual(['run_1', 'run_2', 'run_3']);
    });

    proves('store/entries-kept', async () => {
      const store = await open();
      const entry = (id: number): { id: number; json: string } => ({ id, json: `{"id":${id}}` });
      const kept = [entry(1), entry(2), entry(3)];
      await store.commit(someChange({ entries: kept, head: 'before' }));
      for (const ids of [[1], [3], [2, 4], [4, 4], [5, 4]]) {
        const again = someChange({ entries: ids.map(entry), head: 'after' });
        await expect(store.commit(again)).rejects.toMatchObject({ code: 'store-conflict' });
      }
      expect(await store.loadRun('acme', 'run_1')).toEqual({ head: 'before', entries: kept });
    });
  });

  proves('store/all-or-nothing', async () => {
    const store = await open();
    const entries = [{ id: 1, json: '1' }];
    const question = someQuestion();
    await store.commit(someChange({ run: 'taken', entries, questions: [question] }));
    const outcomes = await Promise.allSettled([
      store.commit(someChange({ run: 'a', entries })),
      store.commit(someChange({ run: 'taken', entries: [{ id: 2, json: '2' }, ...entries] })),
      store.commit(someChange({ run: 'new', entries, questions: [question], hashes: [hash('b')] })),
      store.commit(someChange({ run: 'b', entries })),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ]);
    const events = await store.events.list({ limit: 10 });
    expect(events.map(({ seq, run }) => [seq, run])).toEqual([
      [1, 'taken'],
      [2, 'a'],
      [3, 'b'],
    ]);
    expect((await store.loadRun('acme', 'taken'))?.entries).toEqual(entries);
    expect(await store.loadRun('acme', 'new')).toBeUndefined();
    expect(await store.runsKnowing('acme', hash('b'))).toEqual([]);
    expect(await store.events.verify()).toEqual({ events: 3, broken: undefined });
  });

  test('changes of one turn share a transaction', async () => {
    const store = await open();
    await Promise.all(
      Array.from({ length: 100 }, async (_, n) => {
        await store.commit(someChange({ run: `run_${n % 7}` }));
        await store.events.append({ ...someEvent(), tenant: 'acme', atMs: n });
      }),
    );
    expect(await store.events.verify()).toEqual({ events: 200, broken: undefined });
  });

  test('a text that comes in pieces is the same text', async () => {
    const store = await open();
    const long = JSON.stringify('🦆'.repeat(2 * storeLimits.pieceUnitsMax));
    const shifted = JSON.stringify(`x${'🦆'.repeat(storeLimits.pieceUnitsMax)}`);
    const whole = [
      { id: 1, json: long },
      { id: 2, json: '{"n":1}' },
      { id: 3, json: shifted },
    ];
    const cut = (text: string, length: number): readonly string[] =>
      text.match(new RegExp(`.{1,${length}}`, 'gsu')) ?? [];
    const entries = [
      { id: 1, json: cut(long, 100_000) },
      { id: 2, json: ['{"n":', '1}'] },
      { id: 3, json: cut(shifted, storeLimits.pieceUnitsMax - 1) },
    ];
    const events = [someEvent({ payload: cut(long, storeLimits.pieceUnitsMax) }), someEvent()];
    await store.commit(someChange({ entries, events }));
    expect(await store.loadRun('acme', 'run_1')).toEqual({ head: '{}', entries: whole });
    const [first] = await store.events.list({ run: 'run_1', limit: 10 });
    expect(first?.payload === long).toBe(true);
    expect(await store.events.verify()).toMatchObject({ events: 2 });
    // A short one in pieces, too.
    await store.commit(someChange({ run: 'run_2', entries: [{ id: 1, json: ['{"n":', '1}'] }] }));
    expect((await store.loadRun('acme', 'run_2'))?.entries).toEqual([{ id: 1, json: '{"n":1}' }]);
  });
}
