import { expect, test, vi } from 'vitest';
import { both, fakePolicy, trusted, untrusted } from '../../test/fake-policy.ts';
import type { PlainMessage } from '../history/plain.ts';
import { scriptedModel } from '../model/scripted.ts';
import type { Policy } from '../policy/policy.ts';
import { lineage } from '../propagate/lineage.ts';
import { proves } from '../testing/proves.ts';
import { Session } from '../session/session.ts';

const { signal } = new AbortController();

/** The turns of the event loop while a call with so many arguments was decided. */
async function decided(count: number) {
  const given = fakePolicy({ ceilings: { read: both, send: trusted } });
  let readInTurn = 0;
  let readMost = 0;
  const ruleCall = vi.fn<Policy['ruleCall']>((tool, args) => {
    readInTurn += 1;
    readMost = Math.max(readMost, readInTurn);
    return given.ruleCall(tool, args);
  });
  const args = Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at]));
  const session = new Session({
    policy: { ...given, ruleCall },
    model: scriptedModel(() => ({ calls: [{ tool: 'send', args }] })),
    propagator: lineage(),
    tools: [{ name: 'send', description: 'send', parameters: { type: 'object' } }],
    structure: 'keep',
    shortcuts: { allowedDraft: true, lazyReads: true },
    approval: { by: 'framework', clearance: both },
    refusals: 'error',
  });
  let isDone = false;
  const tick = (): void => {
    readInTurn = 0;
    if (!isDone) setImmediate(tick);
  };
  setImmediate(tick);
  const messages: PlainMessage[] = [{ role: 'user', parts: [{ kind: 'text', text: 'Do it.' }] }];
  const step = await session.step(messages, { signal, least: untrusted });
  isDone = true;
  return { step, reads: ruleCall.mock.calls.length, readMost };
}

proves('lineage/yields', async () => {
  const { reads, readMost } = await decided(20_000);
  expect(reads).toBeLessThanOrEqual(2);
  expect(readMost).toBe(1);
});

test('a call with few arguments is decided as one with many is', async () => {
  const few = await decided(3);
  expect(few.step.kind).toBe((await decided(20_000)).step.kind);
  expect(few.reads).toBeLessThanOrEqual(2);
});
