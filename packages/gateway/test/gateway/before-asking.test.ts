import { expect, test } from 'vitest';
import { proves } from '../../src/testing/proves.ts';
import { ask, resultsOf, say, type Caller, type ChatMessage } from '../identity/client.ts';
import type { Script } from '../upstream/script.ts';
import { startRig, type Rig } from './harness.ts';

/** Reads a mail, then pays with whatever reference it has seen; without one, as the user said. */
const payer: Script = ({ messages }) => {
  const after = messages.slice(messages.findLastIndex(({ role }) => role === 'user'));
  const results = after.filter(({ role }) => role === 'tool').map(({ text }) => text);
  if (results.length === 0) return { calls: [{ tool: 'read_mail', args: '{}' }] };
  if (results.length > 1) return { text: 'Paid.' };
  const [mail = ''] = results;
  const reference = /A mail: (\S+)/.exec(mail)?.[1];
  const args = JSON.stringify({ to: 'bob', ...(reference && { reference }) });
  return { calls: [{ tool: 'send_money', args }] };
};

const narrow = '    beforeAsking: narrow';

async function rigUnder(profile: string): Promise<{ readonly rig: Rig; readonly caller: Caller }> {
  const rig = await startRig({ wait: 0, profile });
  rig.upstream.play(payer);
  return { rig, caller: { rig, key: rig.key, model: 'm' } };
}

/** One turn up to the answer that follows the mail. */
async function paid(
  caller: Caller,
  before: readonly ChatMessage[],
): Promise<readonly ChatMessage[]> {
  const asked = [...before, say('user', `Pay bob, turn ${before.length}.`)];
  const read = (await ask(caller, { messages: asked })).message;
  if (read === undefined) throw new Error('no answer');
  const messages = [...asked, read, ...resultsOf(read)];
  const pay = (await ask(caller, { messages })).message;
  if (pay === undefined) throw new Error('no answer');
  return [...messages, pay];
}

const transfer = [{ function: { name: 'send_money', arguments: '{"to":"bob"}' } }];

proves('ask/narrow-first', async () => {
  const tried = await rigUnder(narrow);
  await using _ = tried.rig;
  expect((await paid(tried.caller, [])).at(-1)).toMatchObject({ tool_calls: transfer });
  expect(await tried.rig.questions()).toEqual([]);
  // The read, the draft, and the view at the ceiling, in which no mail stands.
  const views = tried.rig.upstream.requests.map(({ body }) => JSON.stringify(body));
  expect(views.map((view) => view.includes('A mail'))).toEqual([false, true, false]);
});

test('without it, the draft is asked about', async () => {
  const { rig, caller } = await rigUnder('');
  await using _ = rig;
  expect((await paid(caller, [])).at(-1)?.content).toContain('Waiting for a person');
  expect(await rig.questions()).toHaveLength(1);
});

test('a run goes on after a restart as its record says that it began', async () => {
  const { rig, caller } = await rigUnder(narrow);
  await using _ = rig;
  const first = await paid(caller, []);
  const last = first.at(-1);
  if (last === undefined) throw new Error('no answer');
  const messages = [...first, ...resultsOf(last)];
  const { message } = await ask(caller, { messages });
  if (message?.content !== 'Paid.') throw new Error('it is not paid');
  const done = [...messages, message];
  await rig.restart('    beforeAsking: ask');
  expect((await paid(caller, done)).at(-1)).toMatchObject({ tool_calls: transfer });
  expect(await rig.questions()).toEqual([]);
  // A new conversation begins as the settings say now.
  expect((await paid(caller, [say('system', 'Another.')])).at(-1)?.content).toContain('Waiting');
});
