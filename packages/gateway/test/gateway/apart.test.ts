import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { proves } from '../../src/testing/proves.ts';
import type { Script } from '../upstream/script.ts';
import { mailPolicy, startRig, until, type Rig } from './harness.ts';

interface Message {
  readonly role: string;
  readonly content: string | null;
  readonly tool_calls?: readonly { readonly id: string; readonly function: { name: string } }[];
}

const tools = ['look_up', 'send_money'].map((name) => ({
  type: 'function',
  function: { name, description: name, parameters: { type: 'object' } },
}));
const untrusted = { 'x-sluice-label': 'untrusted' };

function user(content: string): Message {
  return { role: 'user', content };
}

async function post(
  rig: Rig,
  messages: readonly Message[],
  { key = rig.key, headers = untrusted }: { key?: string; headers?: Record<string, string> } = {},
): Promise<{ readonly status: number; readonly message: Message; readonly run: string | null }> {
  const response = await fetch(`${rig.gateway().url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key, ...headers },
    body: JSON.stringify({ model: 'm', tools, messages }),
  });
  const run = response.headers.get('x-sluice-run');
  const body: { choices?: { message: Message }[] } = JSON.parse(await response.text());
  const message = body.choices?.[0]?.message ?? { role: 'none', content: null };
  return { status: response.status, message, run };
}

const payee = (text: string): string | undefined => /pay (\w+)/.exec(text)?.[1];

/** Pays whom the newest user turn names. */
const payer: Script = ({ messages }) => {
  const last = messages.findLast(({ role }) => role === 'user')?.text ?? '';
  const to = payee(last);
  const isPaid = messages.at(-1)?.role === 'tool';
  return to === undefined || isPaid
    ? { text: 'Done.' }
    : { calls: [{ tool: 'send_money', args: JSON.stringify({ to }) }] };
};

proves('ask/one-conversation', async () => {
  await using rig = await startRig({ wait: 0.05 });
  rig.upstream.play(payer);
  const first = await post(rig, [user('pay eve')]);
  expect(first.message.content).toContain('Waiting for a person');
  await rig.answer('yes');
  const other = await post(rig, [user('what is the weather?')]);
  expect(other.message).toMatchObject({ content: 'Done.' });
  const turned = await post(rig, [user('pay eve'), first.message, user('forget that')]);
  expect(turned.message.tool_calls).toMatchObject([{ function: { name: 'send_money' } }]);
});

test('a client that takes its last turn back is not given the call that it led to', async () => {
  await using rig = await startRig({ wait: 0.05 });
  rig.upstream.play(payer);
  const hello = await post(rig, [user('hello')]);
  const begun = [user('hello'), hello.message];
  await post(rig, [...begun, user('pay eve')]);
  await rig.answer('yes');
  const changed = await post(rig, [...begun, user('what is the weather?')]);
  expect(changed.message).toMatchObject({ content: 'Done.' });
});

proves('ask/one-client', async () => {
  await using rig = await startRig({ wait: 0.05 });
  rig.upstream.play(payer);
  const laptop = await rig.addKey('acme');
  await post(rig, [user('pay bob')], { key: laptop });
  await rig.answer('yes');
  const server = await post(rig, [user('pay bob')]);
  expect(server.message.content).toContain('Waiting for a person');
  const mine = await post(rig, [user('pay bob')], { key: laptop });
  expect(mine.message.tool_calls).toHaveLength(1);
  const again = await post(rig, [user('pay bob')], { key: laptop });
  expect(again.message.tool_calls?.[0]?.id).toBe(mine.message.tool_calls?.[0]?.id);
});

test('one yes is for one of two sessions that say the same', async () => {
  await using rig = await startRig({ wait: 0.05 });
  rig.upstream.play(payer);
  const [one, two] = ['one', 'two'].map((id) => ({
    headers: { ...untrusted, 'x-session-id': id },
  }));
  await post(rig, [user('pay bob')], one);
  await rig.answer('yes');
  const other = await post(rig, [user('pay bob')], two);
  expect(other.message.content).toContain('Waiting for a person');
  const mine = await post(rig, [user('pay bob')], one);
  expect(mine.message.tool_calls).toHaveLength(1);
  const later = await post(rig, [user('pay bob')], two);
  expect(later.message.content).toContain('Waiting for a person');
  expect((await rig.questions()).map(({ state }) => state).toSorted()).toEqual(['open', 'used']);
});

proves('ask/policy-of-now', async () => {
  await using rig = await startRig({ wait: 0.05 });
  rig.upstream.play(payer);
  await post(rig, [user('pay eve')]);
  await rig.answer('yes');
  await rig.changePolicy((text) => text.replace('onViolation: ask', 'onViolation: block'));
  const after = await post(rig, [user('pay eve')]);
  expect(after.message.tool_calls ?? []).toEqual([]);
  const started = await rig.gateway().store.events.list({ type: 'run-started', limit: 9 });
  expect(
    new Set(started.map(({ payload = '{}' }) => String(JSON.parse(payload).policy))).size,
  ).toBe(2);
});

test('nor to a client that waited when the policy was read again', async () => {
  await using rig = await startRig({ wait: 60 });
  rig.upstream.play(payer);
  const waiting = post(rig, [user('pay eve')]);
  await until(async () => (await rig.questions())[0]);
  const place = path.join(rig.folder, 'sluice.yaml');
  writeFileSync(place, mailPolicy.replace('onViolation: ask', 'onViolation: block'));
  await rig.gateway().reload('test');
  await rig.answer('yes');
  expect((await waiting).message.tool_calls ?? []).toEqual([]);
  expect((await rig.questions()).map(({ state }) => state)).toEqual(['approved']);
});

test('a yes is given out where the policy was read again as it was', async () => {
  await using rig = await startRig({ wait: 60 });
  rig.upstream.play(payer);
  const waiting = post(rig, [user('pay eve')]);
  await until(async () => (await rig.questions())[0]);
  await rig.gateway().reload('test');
  await rig.answer('yes');
  expect((await waiting).message.tool_calls).toHaveLength(1);
});

test('two answers that read alike over refusals stay one conversation', async () => {
  const refusing = `    refusals: hidden`;
  await using rig = await startRig({ profile: refusing, wait: 5 });
  rig.upstream.play(({ messages }) =>
    messages.at(-1)?.role === 'user'
      ? { calls: [{ tool: 'unheard_of', args: '{}' }] }
      : { text: 'Sorry, I cannot.' },
  );
  const system = (clock: string): Message => ({ role: 'system', content: `It is ${clock}.` });
  const one = await post(rig, [system('9:00'), user('a')]);
  const two = await post(rig, [system('9:00'), user('a'), one.message, user('b')]);
  const transcript = [user('a'), one.message, user('b'), two.message, user('c')];
  expect((await post(rig, [system('9:05'), ...transcript])).status).toBe(200);
  expect((await post(rig, [system('9:06'), ...transcript])).status).toBe(200);
});

test('of a result that was rewritten and put back, the first text is read again', async () => {
  await using rig = await startRig();
  const names = ['read_mail', 'look_up', 'send_money'];
  rig.upstream.play(({ messages }) => {
    const called = new Set(messages.flatMap(({ calls }) => calls.map(({ tool }) => tool)));
    if (messages.at(-1)?.text === 'hold on') return { text: 'fine' };
    if (!called.has('read_mail')) return { calls: [{ tool: 'read_mail', args: '{}' }] };
    if (!called.has('look_up')) return { calls: [{ tool: 'look_up', args: '{"of":"payee"}' }] };
    const text = messages.findLast(({ role }) => role === 'tool')?.text ?? '';
    const to = /NEW (\w+)/.exec(text)?.[1] ?? /IBAN (\w+)/.exec(text)?.[1] ?? '';
    return { calls: [{ tool: 'send_money', args: JSON.stringify({ to }) }] };
  });
  const declared = names.map((name) => ({ ...tools[0], function: { name, parameters: {} } }));
  const ask = async (messages: readonly unknown[]): Promise<Message> => {
    const response = await fetch(`${rig.gateway().url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': rig.key },
      body: JSON.stringify({ model: 'm', tools: declared, messages }),
    });
    const body: { choices: { message: Message }[] } = JSON.parse(await response.text());
    return body.choices[0]?.message ?? { role: 'none', content: null };
  };
  const result = (to: Message, content: string) => {
    return { role: 'tool', tool_call_id: to.tool_calls?.[0]?.id, content };
  };
  const begin = [user('read_mail, look_up the payee, then pay')];
  const read = await ask(begin);
  const one = [...begin, read, result(read, 'Hello from a stranger')];
  const looked = await ask(one);
  const iban = 'The payee has IBAN DE12500105170648489890';
  const two = [...one, looked, result(looked, iban)];
  await ask([...two, user('hold on')]);
  await ask([
    ...one,
    looked,
    result(looked, `${iban} NEW GB33BUKB20201555555555`),
    user('hold on'),
  ]);
  const paid = await ask(two);
  expect(JSON.stringify(paid.tool_calls)).toContain('DE12500105170648489890');
});
