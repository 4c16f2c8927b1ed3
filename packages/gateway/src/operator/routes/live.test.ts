import { expect, test } from 'vitest';
import { temporaryStore, someChange } from '../../../test/temporary-store.ts';
import type { NewQuestion } from '../../store/store.ts';
import { Changes, telling } from '../live/changes.ts';

function question(at: number): NewQuestion {
  const hex = String(at).padStart(32, '0');
  const hash = hex.repeat(2);
  const place = { id: `ap_${hex}`, callId: `call_${at}`, hash, label: 'bottom' };
  return { ...place, request: '{}', expiresMs: 1_000 + at };
}

test('a change of one tenant’s questions is told to nobody of another', async () => {
  const changes = new Changes();
  const told: string[] = [];
  changes.listen('acme', () => void told.push('acme'));
  changes.listen('other', () => void told.push('other'));
  changes.listen(undefined, () => void told.push('all'));
  const store = telling(await temporaryStore(), changes);
  const all = (): readonly string[] => told.splice(0).toSorted();
  const { questions } = store;
  const [one, two, three] = [question(1), question(2), question(3)];
  await store.commit(
    someChange({ tenant: 'acme', run: 'run1', events: [], questions: [one, two, three] }),
  );
  expect(all()).toEqual(['acme', 'all']);
  const yes = { kind: 'yes', by: 'ann', dutyOf: [], words: undefined, atMs: 10 } as const;
  await questions.answer({ ...yes, id: one.id, hash: one.hash });
  expect(all()).toEqual(['acme', 'all']);
  await questions.use(one.id, 20);
  expect(all()).toEqual(['acme', 'all']);
  await questions.withdraw(two.id, 30);
  expect(all()).toEqual(['acme', 'all']);
  expect(await questions.withdraw(two.id, 40)).toBe(false);
  expect(all()).toEqual([]);
  await questions.expire(5_000);
  expect(all()).toEqual(['acme', 'all']);
  changes.close();
  expect(all()).toEqual(['acme', 'all', 'other']);
});
