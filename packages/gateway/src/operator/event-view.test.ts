import { chain, labelSpace, readers } from '@sluice/core';
import { describe, expect, test } from 'vitest';
import { someEvent } from '../../test/temporary-store.ts';
import { proves } from '../testing/proves.ts';
import type { StoredEvent } from '../store/store.ts';
import { eventShape, viewOf, type EventView } from './event-view.ts';
import { aboveClearance, sightOf } from './sight.ts';

const space = labelSpace({ integrity: chain(['trusted', 'untrusted']), readers: readers() });
const reader = 'whistle.blower@press.example';
const label = `untrusted & readers{ann@acme.example, ${reader}}`;
const payload = JSON.stringify({ type: 'step-labelled', seq: 1, atMs: 1, step: 1, label });
const kept: StoredEvent = {
  ...someEvent({ type: 'step-labelled', label }),
  payload,
  seq: 1,
  tenant: 'acme',
  run: 'run_1',
  atMs: 1,
  hash: 'f'.repeat(64),
};
const gone = { label: undefined, payload: undefined };
const payloadHash = 'a'.repeat(64);

/** As it goes over the wire. */
function seen(clearance: string, event: Partial<StoredEvent> = {}): EventView {
  const sights = sightOf(clearance, () => [space]);
  const who = { id: 'key_1', name: 'ann', tenant: 'acme', createdMs: 1, revokedMs: undefined };
  const operator = { ...who, kind: 'operator', roles: ['viewer'], clearance, ...sights } as const;
  const view = viewOf({ ...kept, ...event }, { operator, spaces: [space] });
  return eventShape.parse(JSON.parse(JSON.stringify(view)));
}

describe('the label of an event', () => {
  test.each([label, 'untrusted & nobody', 'top'])('is told at %s', (clearance) => {
    const told = { label, payload: { label }, payloadHash: kept.payloadHash ?? null };
    expect(seen(clearance)).toMatchObject({ ...told, redacted: false });
  });

  proves('operator/labels-told', () => {
    // As where a rule computed the readers from a field that the operator may not read.
    const clearance = 'untrusted & readers{ann@acme.example}';
    const own = `untrusted & readers{ann@acme.example}`;
    const request = { callId: 'c', args: '{"n":1}', label: own, violations: [], ceiling: label };
    const evidence = [{ label, excerpt: 'nine' }];
    const asked = { type: 'question-asked', seq: 1, atMs: 1, step: 1, label: own };
    const relevance = { kind: 'label', label };
    for (const [event, shown] of [
      [{ ...asked, type: 'step-labelled', label }, { step: 1 }],
      [{ ...asked, type: 'call-executed', output: 'x', within: label }, { output: 'x' }],
      [{ ...asked, type: 'relevance-found', relevance, seen: own }, { seen: own }],
      [{ ...asked, type: 'relevance-found', relevance, seen: label }, { step: 1 }],
      [{ ...asked, request: { ...request, evidence } }, { request: { args: '{"n":1}' } }],
    ] as const) {
      const view = seen(clearance, { ...event, payload: JSON.stringify(event) });
      expect(JSON.stringify(view)).not.toContain(reader);
      expect(view).toMatchObject({ payload: shown, payloadHash: null, redacted: true });
    }
    // An operator who is limited only by their own clearance sees all of it.
    const plain = { ...asked, request: { ...request, ceiling: own, evidence: [{ label: own }] } };
    const whole = seen(clearance, { ...plain, payload: JSON.stringify(plain) });
    expect(whole).toMatchObject({ label: own, payload: plain, redacted: false });
  });

  test('of a monitor’s event of another form shows nothing of it', () => {
    const event = { type: 'call-executed', label: `untrusted & everyone`, output: { text: 'x' } };
    const view = seen('top', { ...event, payload: JSON.stringify(event) });
    expect(view).toMatchObject({ payload: null, redacted: true });
  });

  test.each(['untrusted & everyone', 'trusted & nobody', 'bottom', 'no label'])(
    'says at %s that it is above it, in the payload too, and names nobody',
    (clearance) => {
      const view = seen(clearance);
      expect(view).toMatchObject({ label: aboveClearance, redacted: true });
      expect(view.payload).toMatchObject({ label: aboveClearance, step: 1 });
      expect(JSON.stringify(view)).not.toContain('acme.example');
      expect(JSON.stringify(view)).not.toContain(reader);
    },
  );

  test('of a question says so in the request too', () => {
    const violations = [{ dimension: 'readers', argument: '' }];
    const request = { callId: 'call_1', label, violations, evidence: [{ label }] };
    const asked = { type: 'question-asked', seq: 1, atMs: 1, step: 1, label, request };
    const view = seen('bottom', { type: asked.type, payload: JSON.stringify(asked) });
    expect(view.payload).toMatchObject({ request: { label: aboveClearance, violations } });
    expect(JSON.stringify(view)).not.toContain(reader);
  });
});

describe('an event without its label', () => {
  test.each(['top', 'bottom'])('that was erased hides nothing more at %s', (clearance) => {
    const nothing = { label: null, payload: null, payloadHash: null, redacted: false };
    expect(seen(clearance, gone)).toMatchObject({ ...nothing, type: 'step-labelled', atMs: 1 });
  });

  test.each([
    ['top', { payloadHash, redacted: false }],
    ['untrusted & readers{ann@acme.example}', { payloadHash: null, redacted: true }],
    ['bottom', { payloadHash: null, redacted: true }],
    ['no label', { payloadHash: null, redacted: true }],
  ])('tells a hash of its payload as if it stood at the top, asked at %s', (clearance, told) => {
    expect(seen(clearance, { ...gone, payloadHash })).toMatchObject({ label: null, ...told });
  });

  test('shows its payload to nobody', () => {
    const nothing = { label: null, payload: null, redacted: true };
    expect(seen('top', { label: undefined })).toMatchObject(nothing);
  });
});
