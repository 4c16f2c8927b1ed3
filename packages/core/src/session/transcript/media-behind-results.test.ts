import { expect, test } from 'vitest';
import { both, fakePolicy, trusted, untrusted } from '../../../test/fake-policy.ts';
import type { PlainMessage, PlainPart } from '../../history/plain.ts';
import { labelOfMessage } from '../../history/regions.ts';
import type { Label } from '../../label/label.ts';
import { scriptedModel } from '../../model/scripted.ts';
import { naive } from '../../propagate/naive.ts';
import { proves } from '../../testing/proves.ts';
import { Session } from '../session.ts';

const policy = fakePolicy({
  results: { look: untrusted, list: trusted },
  ceilings: { look: both },
});
const tools = ['look', 'list'].map((name) => {
  return { name, description: name, parameters: { type: 'object' } };
});
const picture: PlainPart = { kind: 'opaque', mediaType: 'image/png', data: 'iVBORw0KGgo' };
const said: PlainPart = { kind: 'text', text: 'Attached media from tool result:' };

/** The label of a user's turn that comes behind these; the model calls the tool first. */
async function labelOfTurn(
  tool: 'look' | 'list',
  parts: readonly PlainPart[],
  { isAnswered = false } = {},
): Promise<Label | undefined> {
  const call = { id: 'a', tool, args: '{}' };
  const script = [{ calls: [call] }, { text: 'Seen.' }, { text: 'Done.' }];
  const left = script.values();
  const session = new Session({
    policy,
    propagator: naive(),
    structure: 'keep',
    shortcuts: { allowedDraft: false, lazyReads: false },
    runId: 'run',
    nowMs: () => 0,
    tools,
    model: scriptedModel(() => left.next().value ?? { text: 'Done.' }),
    approval: { by: 'framework', clearance: both },
  });
  const messages: PlainMessage[] = [{ role: 'user', parts: [{ kind: 'text', text: 'Look.' }] }];
  const step = async (): Promise<void> => {
    const { signal } = new AbortController();
    const reply = await session.step(messages, { signal, movesMedia: true });
    if (reply.kind !== 'replied') throw new Error(reply.kind);
    messages.push({ role: 'assistant', text: reply.text, calls: reply.calls });
  };
  await step();
  const last = messages.at(-1);
  const callId = last?.role === 'assistant' ? (last.calls[0]?.id ?? '') : '';
  messages.push({ role: 'tool', callId, tool, parts: [{ kind: 'text', text: 'Image read.' }] });
  if (isAnswered) await step();
  messages.push({ role: 'user', parts });
  await step();
  const turn = session.history.messages.findLast(({ role }) => role === 'user');
  return turn && labelOfMessage(policy.space, turn);
}

proves('session/media-behind-results', async () => {
  expect(await labelOfTurn('look', [said, picture])).toEqual(untrusted);
});

const honest = {
  'what the user says there is the user’s': { tool: 'look', parts: [said] },
  'results that are trusted raise nothing': { tool: 'list', parts: [said, picture] },
  'a picture that the user shows behind an answer is the user’s': {
    tool: 'look',
    parts: [said, picture],
    isAnswered: true,
  },
} as const;

test.each(Object.entries(honest))('%s', async (_name, { tool, parts, ...rest }) => {
  expect(await labelOfTurn(tool, parts, rest)).toEqual(trusted);
});
