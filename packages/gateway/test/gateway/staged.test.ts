import { expect } from 'vitest';
import { proves } from '../../src/testing/proves.ts';
import { resultsOf, say, type ChatMessage } from '../identity/client.ts';
import type { Script } from '../upstream/script.ts';
import { mailPolicy, startRig, type Rig } from './harness.ts';

/** What a payment says may come from anybody; whom it goes to, from nobody but the user. */
const policy = mailPolicy.replace(
  'call: { ceiling: trusted }',
  'call: { ceiling: trusted, data: { note: { form: text, ceiling: untrusted, writes: [], because: a test } } }',
);

const text = { type: 'string' };
const tools = [
  { name: 'read_mail', properties: {} },
  { name: 'send_money', properties: { to: text, note: text } },
].map(({ name, properties }) => {
  const parameters = { type: 'object', properties };
  return { type: 'function', function: { name, description: name, parameters } };
});

/** Pays bob, and says what the mail says; where texts are written later, it says so. */
const payer: Script = ({ messages, body }) => {
  const results = messages.filter(({ role }) => role === 'tool').map((each) => each.text);
  const [mail] = results;
  if (mail === undefined) return { calls: [{ tool: 'read_mail', args: '{}' }] };
  const isControl = JSON.stringify(body).includes('["later"]');
  if (results.length > 1) return { text: 'Paid.' };
  const note = isControl ? 'later' : mail;
  return { calls: [{ tool: 'send_money', args: JSON.stringify({ to: 'bob', note }) }] };
};

async function ask(rig: Rig, messages: readonly ChatMessage[]): Promise<ChatMessage> {
  const response = await fetch(`${rig.gateway().url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${rig.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'm', messages, tools }),
  });
  const body: { readonly choices?: readonly { readonly message: ChatMessage }[] } = JSON.parse(
    await response.text(),
  );
  const message = body.choices?.[0]?.message;
  if (message === undefined) throw new Error('no answer');
  return message;
}

proves('run/staged', async () => {
  await using rig = await startRig({ wait: 0, profile: '    staged: true', policy });
  rig.upstream.play(payer);
  const asked = [say('user', 'Pay bob, and tell him what the mail says.')];
  const read = await ask(rig, asked);
  const mail = resultsOf(read);
  const known = [...asked, read, ...mail];
  const pay = await ask(rig, known);
  const [said = { content: '' }] = mail;
  const args = JSON.stringify({ note: said.content, to: 'bob' });
  expect(pay.tool_calls?.map((call) => call.function)).toEqual([
    { name: 'send_money', arguments: args },
  ]);
  expect(await rig.questions()).toEqual([]);
  // The read, the draft, and the view in which the mail does not stand.
  const views = rig.upstream.requests.map(({ body }) => JSON.stringify(body));
  expect(views.map((view) => view.includes('A mail'))).toEqual([false, true, false]);

  // After a restart, what the client sends back is known, and the mail still stands above.
  await rig.restart();
  const paid: ChatMessage[] = [...known, pay, ...resultsOf(pay)];
  rig.upstream.play(() => ({ calls: [{ tool: 'send_money', args: '{"to":"ann"}' }] }));
  const again = await ask(rig, [...paid, say('user', 'Pay ann.')]);
  expect(again.tool_calls).toHaveLength(1);
  const last = JSON.stringify(rig.upstream.requests.at(-1)?.body);
  expect(last).not.toContain('A mail');
  // What was acted on is seen there, and neither what was said nor what came of it.
  const call = JSON.stringify('{"note": "[redacted]","to":"bob"}');
  expect(last).toContain(call);
  expect(last).not.toContain('a fact, send_money');
});
