import { describe, expect, test } from 'vitest';
import { proves } from '../../src/testing/proves.ts';
import type { Question, QuestionAnswer, Store } from '../../src/store/store.ts';
import { someChange, someQuestion } from '../temporary-store.ts';
import type { StoreKind } from './store-kind.ts';

const { id } = someQuestion();

function yes(answer: Partial<QuestionAnswer> = {}): QuestionAnswer {
  const { hash } = someQuestion();
  return { id, hash, kind: 'yes', by: 'ann', dutyOf: [], words: undefined, atMs: 2_000, ...answer };
}

const events = async (store: Store): Promise<readonly string[]> => {
  const listed = await store.events.list({ subject: id, limit: 20 });
  return listed.map(({ type }) => type);
};

const open: Question = {
  ...someQuestion(),
  tenant: 'acme',
  run: 'run_1',
  askedMs: 1_000,
  state: 'open',
  approvedBy: [],
  deniedBy: undefined,
  words: undefined,
};

/** How a question goes on: by whom, until when, and once. */
export function questionContract({ open: opened, openTwice }: StoreKind): void {
  const asked = async (): Promise<Store> => {
    const store = await opened();
    await store.commit(someChange({ questions: [someQuestion()] }));
    return store;
  };
  describe('a question', () => {
    test('is found by its id, by its call and in lists', async () => {
      const store = await asked();
      expect(await store.questions.get(id)).toEqual(open);
      expect(await store.questions.ofCall('acme', 'run_1', 'call_1')).toEqual(open);
      expect(await store.questions.list({ tenant: 'acme', state: 'open', limit: 5 })).toEqual([
        open,
      ]);
      expect(await store.questions.countOpen('acme')).toBe(1);
      expect(await store.questions.countOpen('acme', 'run_1')).toBe(1);
    });

    test('of another is not', async () => {
      const store = await asked();
      expect(await store.questions.get(`ap_${'1'.repeat(32)}`)).toBeUndefined();
      expect(await store.questions.ofCall('other', 'run_1', 'call_1')).toBeUndefined();
      expect(await store.questions.ofCall('acme', 'run_1', 'call_2')).toBeUndefined();
      expect(await store.questions.list({ tenant: 'other', limit: 5 })).toEqual([]);
      expect(await store.questions.list({ state: 'used', limit: 5 })).toEqual([]);
      expect(await store.questions.countOpen('acme', 'run_2')).toBe(0);
    });

    test('about a call that was asked about again is the newer one', async () => {
      const store = await asked();
      const again = someQuestion({ id: `ap_${'1'.repeat(32)}` });
      await store.commit(someChange({ atMs: 1_500, questions: [again] }));
      const found = await store.questions.ofCall('acme', 'run_1', 'call_1');
      expect(found?.id).toBe(again.id);
    });
  });

  describe('an answer', () => {
    test('yes approves, with its event', async () => {
      const store = await asked();
      const after = await store.questions.answer(yes({ words: 'go on' }));
      expect(after).toEqual({ ...open, state: 'approved', approvedBy: ['ann'], words: 'go on' });
      expect(await store.questions.get(id)).toEqual(after);
      const [event] = await store.events.list({ type: 'operator-answered', limit: 1 });
      expect(event).toMatchObject({ subject: id, run: 'run_1', atMs: 2_000 });
      expect(JSON.parse(event?.payload ?? '')).toMatchObject({
        by: 'ann',
        kind: 'yes',
        words: 'go on',
      });
    });

    test('no denies for good', async () => {
      const store = await asked();
      const after = await store.questions.answer(yes({ kind: 'no', by: 'bob' }));
      expect(after).toEqual({ ...open, state: 'denied', deniedBy: 'bob' });
      expect(await store.questions.answer(yes())).toBeUndefined();
      expect(await store.questions.use(id, 3_000)).toBe(false);
      expect(await events(store)).toEqual(['operator-answered', 'question-denied']);
    });

    proves('store/answered-shown', async () => {
      const store = await asked();
      for (const kind of ['yes', 'no'] as const)
        expect(await store.questions.answer(yes({ kind, hash: 'b'.repeat(64) }))).toBeUndefined();
      expect(await store.questions.answer(yes({ id: 'ap_unknown' }))).toBeUndefined();
      expect(await store.questions.get(id)).toEqual(open);
      expect(await events(store)).toEqual([]);
    });

    proves('store/answered-duty', async () => {
      const store = await asked();
      const dutyOf = ['ann', 'bob'];
      const state = async (by: string): Promise<unknown> =>
        (await store.questions.answer(yes({ by, dutyOf })))?.state;
      expect(await state('ann')).toBe('open');
      expect(await state('ann')).toBeUndefined();
      expect(await state('eve')).toBe('open');
      expect(await store.questions.use(id, 3_000)).toBe(false);
      expect(await state('bob')).toBe('approved');
      expect((await store.questions.get(id))?.approvedBy).toEqual(['ann', 'eve', 'bob']);
      const thrice = ['operator-answered', 'operator-answered', 'operator-answered'];
      expect(await events(store)).toEqual([...thrice, 'question-approved']);
    });
  });

  proves('store/answered-in-time', async () => {
    const store = await asked();
    expect(await store.questions.expire(9_999)).toEqual([]);
    expect(await store.questions.answer(yes({ atMs: 10_000 }))).toBeUndefined();
    expect(await store.questions.answer(yes({ kind: 'no', atMs: 10_000 }))).toBeUndefined();
    expect((await store.questions.answer(yes({ atMs: 9_999 })))?.state).toBe('approved');
    expect(await store.questions.use(id, 10_000)).toBe(false);
    expect(await store.questions.expire(10_000)).toMatchObject([{ id, state: 'expired' }]);
    expect(await store.questions.use(id, 9_999)).toBe(false);
    expect(await store.questions.expire(20_000)).toEqual([]);
    expect(await events(store)).toEqual([
      'operator-answered',
      'question-approved',
      'question-expired',
    ]);
  });

  test('a question that was withdrawn is answered no more', async () => {
    const store = await asked();
    expect(await store.questions.withdraw(id, 2_000)).toBe(true);
    expect(await store.questions.withdraw(id, 2_000)).toBe(false);
    expect(await store.questions.answer(yes())).toBeUndefined();
    expect(await store.questions.countOpen('acme')).toBe(0);
    expect(await events(store)).toEqual(['question-withdrawn']);
  });

  test('an approval that came to nothing is lost, with its event, and stays so', async () => {
    const store = await asked();
    expect(await store.questions.lose(id, 2_000)).toBe(false);
    await store.questions.answer(yes());
    expect(await store.questions.lose(id, 2_000)).toBe(false);
    expect(await store.questions.use(id, 3_000)).toBe(true);
    expect(await store.questions.lose(id, 4_000)).toBe(true);
    expect(await store.questions.lose(id, 4_000)).toBe(false);
    expect((await store.questions.get(id))?.state).toBe('lost');
    expect(await store.questions.use(id, 4_000)).toBe(false);
    expect(await store.questions.expire(20_000)).toEqual([]);
    const types = ['operator-answered', 'question-approved', 'approval-used', 'approval-lost'];
    expect(await events(store)).toEqual(types);
    expect(await store.events.unsupported()).toEqual([]);
  });

  describe('many at once, over two connections', () => {
    const many = async <T>(act: (store: Store) => Promise<T>): Promise<readonly T[]> => {
      const stores = await openTwice();
      await stores[0].commit(someChange({ questions: [someQuestion()] }));
      return await Promise.all(
        Array.from({ length: 10 }, () => [...stores])
          .flat()
          .map(act),
      );
    };

    test('one answer counts', async () => {
      const kinds = ['yes', 'no'] as const;
      let n = 0;
      const outcomes = await many(async ({ questions }) => {
        n += 1;
        return await questions.answer(
          yes({ kind: kinds[n % 3 === 0 ? 0 : 1] ?? 'no', by: `p${n}` }),
        );
      });
      expect(outcomes.filter((outcome) => outcome !== undefined)).toHaveLength(1);
    });

    proves('store/answered-once', async () => {
      const outcomes = await many(async ({ questions }) => {
        await questions.answer(yes());
        return await questions.use(id, 3_000);
      });
      expect(outcomes.filter(Boolean)).toHaveLength(1);
    });

    test('the chain of both holds', async () => {
      const stores = await openTwice();
      await stores[0].commit(someChange({ questions: [someQuestion()] }));
      await Promise.all(
        Array.from({ length: 40 }, async (_, n) => {
          await stores[n % 2]?.commit(someChange({ run: `run_${n % 5}` }));
        }),
      );
      expect(await stores[0].events.verify()).toEqual({ events: 41, broken: undefined });
    });
  });
}
