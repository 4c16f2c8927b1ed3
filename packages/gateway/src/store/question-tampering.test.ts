import path from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { expect, test } from 'vitest';
import {
  someChange,
  someQuestion,
  temporaryFolder,
  temporaryStore,
} from '../../test/temporary-store.ts';
import { proves } from '../testing/proves.ts';
import type { QuestionAnswer, Store } from './store.ts';

// Attacks by somebody who can write the file, but lacks its key.

const { id } = someQuestion();

function yes(answer: Partial<QuestionAnswer> = {}): QuestionAnswer {
  const { hash } = someQuestion();
  return { id, hash, kind: 'yes', by: 'ann', dutyOf: [], words: undefined, atMs: 2_000, ...answer };
}

async function asked(file: string): Promise<Store> {
  const store = await temporaryStore({ file });
  await store.commit(someChange({ questions: [someQuestion()] }));
  return store;
}

type Row = Readonly<Record<string, SQLOutputValue>>;
const row = (file: string): Row =>
  new DatabaseSync(file).prepare('select * from questions').get() ?? {};
const putBack = (file: string, old: Row): void => {
  const { state = null, approvedBy = null, deniedBy = null, proof = null } = old;
  new DatabaseSync(file)
    .prepare('update questions set state = ?, "approvedBy" = ?, "deniedBy" = ?, proof = ?')
    .run(state, approvedBy, deniedBy, proof);
};

const toState = (state: string): string => `update questions set state = '${state}'`;

proves('store/question-proof', async () => {
  for (const tamper of [
    toState('approved'),
    toState('denied'),
    toState('used'),
    `update questions set "approvedBy" = '["ann"]'`,
    `update questions set "deniedBy" = 'ann'`,
    'update questions set proof = zeroblob(60)',
    `${toState('approved')}, proof = null`,
    // Without a proof, nothing may follow from a row.
    'update questions set proof = null',
  ]) {
    const file = path.join(temporaryFolder(), 'sluice.db');
    const store = await asked(file);
    new DatabaseSync(file).exec(tamper);
    for (const act of [store.questions.get(id), store.questions.use(id, 3_000)]) {
      await expect(act, tamper).rejects.toMatchObject({ code: 'store-corrupt' });
    }
    expect(await store.events.unsupported()).toEqual([{ id, tenant: 'acme' }]);
    expect((await store.events.verify()).broken).toBeUndefined();
  }
});

proves('store/question-chain', async () => {
  const file = path.join(temporaryFolder(), 'sluice.db');
  const store = await asked(file);
  const states = async (): Promise<readonly string[]> =>
    (await store.events.unsupported()).map((each) => each.id);
  const rows = [row(file)];
  await store.questions.answer(yes());
  rows.push(row(file));
  await store.questions.use(id, 3_000);
  const { state, approvedBy, proof } = row(file);
  expect(await states()).toEqual([]);
  // Each row was true once; the chain says that it is not now.
  for (const old of rows) {
    const raw = new DatabaseSync(file);
    const put = raw.prepare('update questions set state = ?, "approvedBy" = ?, proof = ?');
    put.run(String(old['state']), String(old['approvedBy']), old['proof'] as Uint8Array);
    expect(await states()).toEqual([id]);
    expect(await store.questions.use(id, 3_000)).toBe(false);
    put.run(String(state), String(approvedBy), proof as Uint8Array);
    expect(await states()).toEqual([]);
  }
});

proves('store/question-chain', async () => {
  const file = path.join(temporaryFolder(), 'sluice.db');
  const store = await asked(file);
  await store.questions.answer(yes());
  const approved = row(file);
  expect(await store.questions.use(id, 3_000)).toBe(true);
  putBack(file, approved);
  // By what is no link of the chain either, nothing is taken to be so.
  new DatabaseSync(file).exec('delete from subjects');
  expect(await store.events.unsupported()).toMatchObject([{ id }]);
  expect(await store.questions.use(id, 3_000)).toBe(false);
});

test('is not answered once more, and is found out where it has ended since', async () => {
  const file = path.join(temporaryFolder(), 'sluice.db');
  const store = await asked(file);
  const unanswered = row(file);
  await store.questions.answer(yes({ kind: 'no' }));
  putBack(file, unanswered);
  expect(await store.questions.answer(yes())).toBeUndefined();
  expect(await store.questions.expire(20_000)).toHaveLength(1);
  expect(await store.events.unsupported()).toMatchObject([{ id }]);
});

test.each(['denied', 'expired', 'used', 'lost', 'withdrawn'])(
  'is found out where it is %s without a proof, as no version wrote it',
  async (state) => {
    const file = path.join(temporaryFolder(), 'sluice.db');
    const store = await asked(file);
    await store.questions.answer(yes());
    putBack(file, { ...row(file), state, deniedBy: 'bob', proof: null });
    expect(await store.events.unsupported()).toMatchObject([{ id }]);
  },
);

test('is found out however little of an event is kept', async () => {
  const file = path.join(temporaryFolder(), 'sluice.db');
  const store = await temporaryStore({ file, recordOf: () => 'none' });
  const others = [1, 2].map((n) => someQuestion({ id: `ap_${String(n).repeat(32)}` }));
  await store.commit(someChange({ questions: [someQuestion(), ...others] }));
  await store.questions.answer(yes());
  await store.questions.withdraw(others[0]?.id ?? '', 2_000);
  expect(await store.events.unsupported()).toEqual([]);
  new DatabaseSync(file).exec("update questions set state = 'open' where state <> 'open'");
  expect(await store.events.unsupported()).toMatchObject([{ id }, { id: others[0]?.id }]);
});
