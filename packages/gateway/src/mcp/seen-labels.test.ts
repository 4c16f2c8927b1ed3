import { chain, labelSpace } from '@sluice/core';
import { expect, test } from 'vitest';
import type { McpRecord, McpStore } from '../store/mcp-store.ts';
import { SeenLabels } from './seen-labels.ts';

const space = labelSpace({ integrity: chain(['trusted', 'untrusted']) });
const client = { tenant: 'acme', id: 'key_1', name: 'agent' };

/** A store whose writes end when a test says so. */
function held() {
  const kept: string[] = [];
  const writes: { readonly end: () => void; readonly fail: () => void }[] = [];
  const store: McpStore = {
    list: async () => [],
    tenants: async () => [],
    remove: async () => {},
    put: async (_, records) =>
      await new Promise<void>((resolve, reject) => {
        writes.push({
          end: () => (kept.push(...records.map(labelOf)), resolve()),
          fail: () => reject(new Error('no space left')),
        });
      }),
  };
  const seen = new SeenLabels(store, { keepsAtStart: true });
  const raise = () => seen.raise(client, space, space.top);
  const label = async () => (await seen.of(client, space)).text;
  return { kept, writes, seen, raise, label };
}

function labelOf(record: McpRecord): string {
  return record.is === 'seen' ? record.label : '';
}

/** Lets all that waits for nothing else go on. */
const settled = () => new Promise((resolve) => void setImmediate(resolve));

test('a label that could not be kept is written again by the next result', async () => {
  const { kept, writes, raise } = held();
  const first = raise();
  await settled();
  writes[0]?.fail();
  await expect(first).rejects.toThrow('no space left');
  const second = raise();
  await settled();
  writes[1]?.end();
  await second;
  expect(kept).toEqual(['untrusted']);
});

test('of two results at once, neither is given out before the label is kept', async () => {
  const { writes, raise } = held();
  const done: string[] = [];
  const both = [raise().then(() => done.push('one')), raise().then(() => done.push('two'))];
  await settled();
  expect(done).toEqual([]);
  writes[0]?.end();
  await Promise.all(both);
  expect(writes).toHaveLength(1);
});

test('what arrives while a reset is written still counts after it', async () => {
  const { kept, writes, seen, raise, label } = held();
  const reset = seen.reset(client);
  await settled();
  const raised = raise();
  await settled();
  writes[0]?.end();
  await reset;
  await settled();
  writes[1]?.end();
  await raised;
  expect(await label()).toBe('untrusted');
  expect(kept).toEqual(['bottom', 'untrusted']);
});
