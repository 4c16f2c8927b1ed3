import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { someChange, someQuestion, temporaryFolder } from '../../../test/temporary-store.ts';
import { openSqliteStore } from '../sqlite/store.ts';
import type { QuestionAnswer, Store } from '../store.ts';

const idOf = (n: number): string => `ap_${String(n).repeat(32)}`;

async function open(file: string): Promise<Store> {
  return await openSqliteStore({ file, durability: 'normal', recordOf: () => 'full' });
}

function answerTo(n: number, kind: 'yes' | 'no'): QuestionAnswer {
  const { hash } = someQuestion();
  return { id: idOf(n), hash, kind, by: 'ann', dutyOf: [], words: 'so be it', atMs: 2_000 };
}

/** A database of the version before, with a question of each kind. */
async function ofVersionBefore(): Promise<string> {
  const file = path.join(temporaryFolder(), 'sluice.db');
  const store = await open(file);
  const questions = [1, 2, 3, 4].map((n) => someQuestion({ id: idOf(n), callId: `call_${n}` }));
  await store.commit(someChange({ questions }));
  await store.questions.answer(answerTo(4, 'yes'));
  await store.questions.answer(answerTo(3, 'no'));
  await store.questions.use(idOf(4), 3_000);
  await store.close();
  const raw = new DatabaseSync(file);
  // That version wrote no event for the outcome of an answer.
  raw.prepare("update questions set state = 'approved' where id = ?").run(idOf(2));
  raw.exec('alter table questions drop column proof');
  raw.exec('drop table pieces; drop table files; drop table mcp');
  raw.exec("delete from kysely_migration where name >= '0003-questions'");
  raw.close();
  return file;
}

test('what was asked before is read, and ends where nobody can tell who approved it', async () => {
  const store = await open(await ofVersionBefore());
  const listed = await store.questions.list({ limit: 9 });
  expect(listed.map(({ id, state, words }) => [id, state, words])).toEqual([
    [idOf(1), 'expired', undefined],
    [idOf(2), 'expired', undefined],
    [idOf(3), 'denied', 'so be it'],
    [idOf(4), 'used', 'so be it'],
  ]);
  expect(await store.questions.use(idOf(2), 3_000)).toBe(false);
  expect(await store.questions.answer(answerTo(1, 'yes'))).toBeUndefined();
  expect(await store.events.unsupported()).toEqual([]);
  await store.commit(someChange({ questions: [someQuestion({ id: idOf(5), callId: 'call_5' })] }));
  expect((await store.questions.answer(answerTo(5, 'yes')))?.state).toBe('approved');
  expect(await store.questions.use(idOf(5), 3_000)).toBe(true);
  await store.close();
});
