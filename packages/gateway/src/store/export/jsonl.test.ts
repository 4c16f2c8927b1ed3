import { expect, test } from 'vitest';
import { collected, someChange, someEvent, temporaryStore } from '../../../test/temporary-store.ts';
import { proves } from '../../testing/proves.ts';
import { storeLimits } from '../limits.ts';
import { exportJsonl } from './jsonl.ts';

const parsed = async (lines: AsyncIterable<string>): Promise<readonly unknown[]> =>
  (await collected(lines)).map((line) => JSON.parse(line) as unknown);

proves('store/jsonl', async () => {
  const store = await temporaryStore();
  const events = Array.from({ length: storeLimits.eventsPerPageMax + 7 }, (_, n) =>
    someEvent({ payload: `{"n":\n${n}}`, subject: `call_${n}` }),
  );
  await store.commit(someChange({ run: 'run_1', events }));
  await store.commit(someChange({ run: 'run_2' }));
  const lines = await collected(exportJsonl(store, { run: 'run_1' }));
  expect(lines.filter((line) => line.includes('\n'))).toEqual([]);
  const listed = await store.events.list({ run: 'run_1', limit: 10_000 });
  expect(listed).toHaveLength(events.length);
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
    listed.map((event, n) => ({ ...event, payload: { n }, payloadHash: null })),
  );
  expect(await parsed(exportJsonl(store, { after: events.length }))).toHaveLength(1);
});

test.each([
  ['is no JSON', 'full', { label: 'trusted', payload: 'not json', payloadHash: null }],
  [
    'is kept as its hash',
    'hashed',
    { label: null, payload: null, payloadHash: expect.any(String) },
  ],
  ['is not kept', 'none', { label: null, payload: null, payloadHash: null }],
] as const)('a payload that %s', async (_, mode, expected) => {
  const store = await temporaryStore({ recordOf: () => mode });
  await store.commit(someChange({ events: [someEvent({ payload: 'not json' })] }));
  expect(await parsed(exportJsonl(store, {}))).toMatchObject([expected]);
});

test('what is written during an export is left to the next', async () => {
  const store = await temporaryStore();
  const page = Array.from({ length: storeLimits.eventsPerPageMax }, () => someEvent());
  await store.commit(someChange({ events: page }));
  let seen = 0;
  for await (const line of exportJsonl(store, {})) {
    expect(line).not.toBe('');
    if (seen === 0) await store.commit(someChange({ events: page }));
    seen += 1;
  }
  expect(seen).toBe(page.length);
});
