import { expect, test } from 'vitest';
import { both, fakePolicy, trusted, untrusted } from '../../../test/fake-policy.ts';
import type { PlainMessage } from '../../history/plain.ts';
import { labelOfMessage } from '../../history/regions.ts';
import { scriptedModel } from '../../model/scripted.ts';
import { naive } from '../../propagate/naive.ts';
import { proves } from '../../testing/proves.ts';
import { Session } from '../session.ts';

const policy = fakePolicy({ results: { read: both }, ceilings: { read: both } });
const { signal } = new AbortController();

function turn(...texts: readonly string[]): PlainMessage {
  return { role: 'user', parts: texts.map((text) => ({ kind: 'text', text })) };
}

async function afterRead(begun: PlainMessage) {
  const session = new Session({
    policy,
    model: scriptedModel((_, at) => (at === 0 ? { calls: [{ tool: 'read', args: {} }] } : 'done')),
    propagator: naive(),
    tools: [{ name: 'read', description: 'read', parameters: { type: 'object' } }],
    structure: 'keep',
    shortcuts: { allowedDraft: false, lazyReads: false },
    approval: { by: 'framework', clearance: both },
    runId: 'run',
    nowMs: () => 0,
  });
  const step = await session.step([begun], { signal });
  if (step.kind !== 'replied') throw new Error('the step failed');
  const [call] = step.calls;
  const rest: readonly PlainMessage[] = [
    { role: 'assistant', text: step.text, calls: step.calls },
    { role: 'tool', callId: call?.id ?? '', tool: 'read', parts: [{ kind: 'text', text: 'EVIL' }] },
  ];
  const last = await session.step([begun, ...rest], { signal });
  if (last.kind !== 'replied') throw new Error('the step failed');
  const told: PlainMessage = { role: 'assistant', text: last.text, calls: [] };
  /** The labels of the first turn and of the newest. */
  const labels = async (first: PlainMessage, newest: PlainMessage) => {
    await session.step([first, ...rest, told, newest], { signal });
    const turns = session.history.messages.filter(({ role }) => role === 'user');
    return [turns.at(0), turns.at(-1)].map((each) => each && labelOfMessage(policy.space, each));
  };
  return { session, labels };
}

const date = 'Today is Monday.';

proves('session/fewer-parts', async () => {
  const plain = async (first: PlainMessage, newest: PlainMessage) =>
    (await afterRead(turn(date, 'go', 'on'))).labels(first, newest);
  // Moved as it is, or gone: what is left is the user's.
  expect(await plain(turn('go', 'on'), turn(date, 'more'))).toEqual([trusted, trusted]);
  expect(await plain(turn('go', 'on'), turn('more'))).toEqual([trusted, trusted]);
  // A part of a higher label may be in what comes.
  const file = { kind: 'text', text: 'the text of a file', least: untrusted.text } as const;
  const begun: PlainMessage = { role: 'user', parts: [file, { kind: 'text', text: 'go' }] };
  const attached = await afterRead(begun);
  expect((await attached.labels(turn('go'), turn('as it says')))[1]).toEqual(untrusted);
  // Where it stands now, nothing may say again what it was labelled by.
  const moved = await afterRead(begun);
  expect((await moved.labels(turn('go'), turn('the text of a file')))[1]).toEqual(untrusted);
  expect((await attached.labels(turn('go'), turn('and more')))[0]).not.toEqual(both);
});

test.each<[string, PlainMessage]>([
  ['other words', turn('go', 'off')],
  ['another order', turn('on', 'go')],
  ['a part more', turn(date, 'go', 'on', 'EVEN')],
  ['a part twice', turn('go', 'go')],
  ['no part', turn()],
  ['two parts in one', turn('goon')],
])('%s: that is another turn, which may hold what was read', async (_, first) => {
  const { labels } = await afterRead(turn(date, 'go', 'on'));
  expect(await labels(first, turn(date, 'more'))).toEqual([both, both]);
});
