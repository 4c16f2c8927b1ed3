import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import {
  someChange,
  someQuestion,
  temporaryFolder,
  temporaryStore,
} from '../../../test/temporary-store.ts';

test.each([
  ['what it shows', 'update questions set request = zeroblob(90)'],
  ['its call', 'update questions set "callId" = \'call_2\''],
  ['its expiry', 'update questions set "expiresMs" = 99999999'],
  ['its id', "update questions set id = 'ap_2'"],
  ['its run', 'update questions set run = (select max(id) from runs)'],
])('a question with %s changed in the file does not open', async (_, tamper) => {
  const file = path.join(temporaryFolder(), 'sluice.db');
  const store = await temporaryStore({ file });
  await store.commit(someChange({ questions: [someQuestion()] }));
  await store.commit(someChange({ run: 'run_2' }));
  new DatabaseSync(file).exec(tamper);
  const listed = store.questions.list({ limit: 5 });
  await expect(listed).rejects.toMatchObject({ code: 'store-corrupt' });
});
