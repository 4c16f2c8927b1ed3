import { chain, labelSpace, readers } from '@sluice/core';
import { expect, test } from 'vitest';
import { someEvent } from '../../test/temporary-store.ts';
import type { StoredEvent } from '../store/store.ts';
import { viewOf, type EventView } from './event-view.ts';
import { sightOf } from './sight.ts';

const space = labelSpace({ integrity: chain(['trusted', 'untrusted']), readers: readers() });
const label = 'untrusted & readers{ann@acme.example}';

/** A step with labels per argument, as an operator of that clearance sees it. */
function seen(clearance: string, control: string): EventView {
  return seenOf({ type: 'step-labelled', kind: 'staged' }, { clearance, control });
}

function seenOf(
  event: { readonly type: string } & Readonly<Record<string, unknown>>,
  { clearance, control }: { readonly clearance: string; readonly control: string },
): EventView {
  const step = { ...event, seq: 1, atMs: 1, step: 1, label, control };
  const kept: StoredEvent = {
    ...someEvent({ type: step.type, label }),
    payload: JSON.stringify(step),
    seq: 1,
    tenant: 'acme',
    run: 'run_1',
    atMs: 1,
    hash: 'f'.repeat(64),
  };
  const sights = sightOf(clearance, () => [space]);
  const who = { id: 'key_1', name: 'ann', tenant: 'acme', createdMs: 1, revokedMs: undefined };
  const operator = { ...who, kind: 'operator', roles: ['viewer'], clearance, ...sights } as const;
  return viewOf(kept, { operator, spaces: [space] });
}

test('who may see all of a staged step sees what it acts on', () => {
  const control = 'trusted & everyone';
  expect(seen('top', control)).toMatchObject({ payload: { label, control }, redacted: false });
});

test('who may not is told no label of it', () => {
  const view = seen('trusted & everyone', label);
  expect(view.redacted).toBe(true);
  expect(JSON.stringify(view)).not.toContain('ann@acme.example');
});

test('who sees only what such a call acts on is told the same whatever came of it', () => {
  const place = { clearance: 'trusted & everyone', control: 'trusted & everyone' };
  const events = [
    { type: 'call-executed', callId: 'c', output: 'done' },
    { type: 'call-refused', callId: 'c', rule: 'mail', reason: 'forbidden-text' },
  ];
  const [ran, refused] = events.map((event) => seenOf(event, place));
  expect(ran).toMatchObject({ type: 'call-executed', redacted: true });
  expect(refused).toEqual(ran);
});
