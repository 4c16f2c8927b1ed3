import { describe, expect, test } from 'vitest';
import { proves } from '../../src/testing/proves.ts';
import type { Store } from '../../src/store/store.ts';
import { someChange, someEvent, someQuestion } from '../temporary-store.ts';
import { all, audited, sound, type StoreKind } from './store-kind.ts';

const label = 'untrusted & readers{ann@acme.example}';

/** Erasure by run and by age is final, and the chain holds without the erased events. */
export function erasureContract(kind: StoreKind): void {
  const { open } = kind;
  describe('erasure', () => {
    proves('store/erased', async () => {
      const store = await audited(kind);
      const hashes = ['a'.repeat(64)];
      const entries = [{ id: 1, json: '1' }];
      await store.commit(someChange({ entries, hashes, questions: [someQuestion()], events: [] }));
      expect(await store.events.erase('acme', 'run_1', 600)).toBe(true);
      expect(await store.loadRun('acme', 'run_1')).toBeUndefined();
      expect(await store.runsKnowing('acme', 'a'.repeat(64))).toEqual([]);
      expect(await store.questions.get(someQuestion().id)).toBeUndefined();
      const listed = await store.events.list({ run: 'run_1', limit: 9 });
      expect(listed.map(({ type, payload }) => [type, payload])).toEqual([
        ...Array.from({ length: 4 }, () => ['call-decided', undefined]),
        ['payloads-erased', undefined],
      ]);
      const others = await store.events.list({ run: 'run_2', limit: 9 });
      expect(others.map(({ payload }) => payload)).toEqual(['{"n":2}', '{"n":3}']);
      expect(await store.events.verify()).toEqual({ events: all + 1, broken: undefined });
    });

    test.each([
      ['a run that is unknown', 'acme', 'run_9'],
      ["another tenant's run", 'other', 'run_1'],
      ['what belongs to no run', 'acme', ''],
    ])('of %s erases nothing', async (_, tenant, run) => {
      const store = await audited(kind);
      expect(await store.events.erase(tenant, run, 600)).toBe(false);
      expect(await store.events.verify()).toEqual(sound);
    });

    test('is once, and for good', async () => {
      const store = await audited(kind);
      expect(await store.events.erase('acme', 'run_1', 600)).toBe(true);
      expect(await store.events.erase('acme', 'run_1', 600)).toBe(false);
      await expect(store.commit(someChange())).rejects.toMatchObject({ code: 'run-erased' });
    });
  });

  describe('retention', () => {
    const retain = async (
      store: Store,
      stateBeforeMs: number,
      eventsBeforeMs: number,
    ): Promise<unknown> => await store.events.retain({ atMs: 900, stateBeforeMs, eventsBeforeMs });

    proves('store/retained', async () => {
      const store = await audited(kind);
      expect(await retain(store, 300, 300)).toEqual({ states: 1, erased: 2 });
      expect(await store.loadRun('acme', 'run_2')).toBeUndefined();
      expect(await store.loadRun('acme', 'run_1')).toBeDefined();
      const kept = (await store.events.list({ limit: 20 })).filter(({ payload }) => payload);
      expect(kept.map(({ seq }) => seq)).toEqual([6, 10, 11]);
      expect(await store.events.verify()).toEqual({ events: all + 1, broken: undefined });
    });

    test('with nothing that old changes nothing', async () => {
      const store = await audited(kind);
      expect(await retain(store, 100, 100)).toEqual({ states: 0, erased: 0 });
      expect(await store.events.verify()).toEqual(sound);
    });

    test('of a run that goes on leaves it a state of its own', async () => {
      const store = await audited(kind);
      await store.commit(someChange({ entries: [{ id: 1, json: '1' }], hashes: ['a'.repeat(64)] }));
      await retain(store, 5_000, 0);
      expect(await store.runsKnowing('acme', 'a'.repeat(64))).toEqual([]);
      await store.commit(someChange({ entries: [{ id: 1, json: '2' }], head: '"new"' }));
      const saved = await store.loadRun('acme', 'run_1');
      expect(saved).toEqual({ head: '"new"', entries: [{ id: 1, json: '2' }] });
    });
  });

  describe('what is gone with its payload', () => {
    const labels = async (store: Store, run: string): Promise<unknown> =>
      (await store.events.list({ run, limit: 10 })).map((event) => event.label);

    test('is the label, where a run was erased', async () => {
      const store = await open();
      await store.commit(someChange({ events: [someEvent({ label }), someEvent({ label })] }));
      await store.commit(someChange({ run: 'run_2', events: [someEvent({ label })] }));
      await store.events.erase('acme', 'run_1', 2_000);
      expect(await labels(store, 'run_1')).toEqual([undefined, undefined, undefined]);
      expect(await labels(store, 'run_2')).toEqual([label]);
      expect(await store.events.verify()).toEqual({ events: 4, broken: undefined });
    });

    test('is the label, where it was kept long enough', async () => {
      const store = await open();
      await store.commit(someChange({ atMs: 1, events: [someEvent({ label })] }));
      await store.commit(someChange({ atMs: 9, events: [someEvent({ label })] }));
      await store.events.retain({ atMs: 10, stateBeforeMs: 0, eventsBeforeMs: 5 });
      expect(await labels(store, 'run_1')).toEqual([undefined, label]);
      expect(await store.events.verify()).toEqual({ events: 3, broken: undefined });
    });
  });
}
