import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proves } from '../../src/testing/proves.ts';
import { someChange, someEvent, someQuestion } from '../temporary-store.ts';
import { all, audited, sound, type StoreKind } from './store-kind.ts';

/** A reader whom nobody wrote into a policy: who a message came from. */
const label = 'untrusted & readers{ann@acme.example, whistle.blower@press.example}';

/** A run with a name as the gateway makes them, and an id in it. */
const idRun = 'a'.repeat(16);
const minted = `${idRun}${'b'.repeat(16)}`;

/** The audit's record of an event, who finds it, and how much of it is kept. */
export function eventContract(kind: StoreKind): void {
  const { open } = kind;
  describe('the list of events', () => {
    test.each([
      ['all', {}, [1, 2, 3, 4, 5, 6, 7, 8]],
      ['of a tenant', { tenant: 'other' }, [4]],
      ['of a run', { run: 'run_1' }, [1, 2]],
      ['of no run', { run: '' }, [3]],
      ['about a call', { subject: 'call_1' }, [2]],
      ['about a call of its run', { subject: `call_${minted}` }, [5, 7]],
      ['about an answer of its run', { subject: minted }, [6]],
      ['about nothing of ours', { subject: `call_${'0'.repeat(32)}` }, []],
      ['of a type about a call', { type: 'call-executed', subject: `call_${minted}` }, [7]],
      ['of one type about another', { type: 'call-executed', subject: minted }, []],
      ['about a call after one', { subject: `call_${minted}`, after: 5, limit: 1 }, [7]],
      ['of a run after one, at most so many', { run: idRun, after: 5, limit: 2 }, [6, 7]],
      ['of a type, at most so many', { type: 'call-executed', limit: 1 }, [7]],
      ['of a type', { type: 'operator-added' }, [3]],
      ['after one', { after: 2 }, [3, 4, 5, 6, 7, 8]],
      ['at most so many', { limit: 2 }, [1, 2]],
      ['of all these', { tenant: 'acme', run: 'run_1', after: 1, subject: 'call_1' }, [2]],
      ['of nothing', { tenant: 'nobody' }, []],
    ])('%s', async (_, filter, expected) => {
      const store = await open();
      await store.commit(someChange({ events: [someEvent(), someEvent({ subject: 'call_1' })] }));
      const act = someEvent({ type: 'operator-added' });
      await store.events.append({ ...act, tenant: 'acme', atMs: 5 });
      await store.commit(someChange({ tenant: 'other', run: 'run_9' }));
      const decided = someEvent({ subject: `call_${minted}` });
      const executed = { ...decided, type: 'call-executed' };
      const events = [decided, someEvent({ subject: minted }), executed];
      await store.commit(someChange({ run: idRun, events }));
      await store.commit(someChange({ run: idRun, events: [someEvent({ subject: ',"],[' })] }));
      const listed = await store.events.list({ limit: 10, ...filter });
      expect(listed.map(({ seq }) => seq)).toEqual(expected);
    });

    test('says all that is stored of an event', async () => {
      const store = await open();
      await store.commit(someChange({ events: [someEvent({ subject: 'call_1' })] }));
      const { hash: newest } = await store.events.head();
      expect(await store.events.list({ limit: 1 })).toEqual([
        {
          ...someEvent({ subject: 'call_1' }),
          seq: 1,
          tenant: 'acme',
          run: 'run_1',
          atMs: 1_000,
          hash: newest,
        },
      ]);
    });
  });

  test('the chain of an untouched audit holds, with any of its links as the anchor', async () => {
    const store = await audited(kind);
    expect(await store.events.verify()).toEqual(sound);
    for (const { seq, hash } of await store.events.list({ limit: all }))
      expect(await store.events.verify({ seq, hash })).toEqual(sound);
  });

  test('a store without events holds', async () => {
    const store = await open();
    expect(await store.events.head()).toEqual({ seq: 0, hash: '0'.repeat(64) });
    expect(await store.events.verify()).toEqual({ events: 0, broken: undefined });
  });

  proves('store/record', async () => {
    const store = await open({
      recordOf: (tenant) => (tenant === 'h1' || tenant === 'h2' ? 'hashed' : 'none'),
    });
    for (const [tenant, payload] of [
      ['h1', 'a'],
      ['h1', 'a'],
      ['h1', 'b'],
      ['h2', 'a'],
      ['n', 'a'],
    ] as const)
      await store.commit(someChange({ tenant, events: [someEvent({ payload })] }));
    const listed = await store.events.list({ limit: 10 });
    expect(listed.map(({ payload }) => payload)).toEqual(Array(5).fill(undefined));
    const [first, same, other, elsewhere, none] = listed.map(({ payloadHash }) => payloadHash);
    expect(first).toMatch(/^[\da-f]{64}$/);
    expect(same).toBe(first);
    expect(new Set([first, other, elsewhere]).size).toBe(3);
    expect(none).toBeUndefined();
    expect(await store.events.verify()).toEqual({ events: 5, broken: undefined });
  });

  test('any label comes back with the payload that it came with', async () => {
    const store = await open();
    const text = fc.string({ unit: 'binary' });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, text), { maxLength: 5 }), async (pairs) => {
        const name = `run_${++run}`;
        const events = pairs.map(([each, payload]) => someEvent({ label: each, payload }));
        await store.commit(someChange({ run: name, events }));
        const listed = await store.events.list({ run: name, limit: 10 });
        expect(listed.map((event) => [event.label, event.payload])).toEqual(pairs);
      }),
      { numRuns: 50 },
    );
    expect((await store.events.verify()).broken).toBeUndefined();
  });

  test.each([
    ['full', label],
    ['hashed', undefined],
    ['none', undefined],
  ] as const)(
    'where the record is %s, the label is %j, and the rest stands',
    async (mode, kept) => {
      const store = await open({ recordOf: () => mode });
      const events = [someEvent({ label }), someEvent({ label })];
      await store.commit(someChange({ events, questions: [someQuestion({ label })] }));
      const [event] = await store.events.list({ limit: 1 });
      expect(event).toMatchObject({ type: 'call-decided', run: 'run_1', atMs: 1_000, subject: '' });
      expect(event?.label).toBe(kept);
      expect(await store.questions.get(someQuestion().id)).toMatchObject({ label });
      expect((await store.events.verify()).broken).toBeUndefined();
    },
  );
}
