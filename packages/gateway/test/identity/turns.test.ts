import { expect } from 'vitest';
import { proves } from '../../src/testing/proves.ts';
import { mailPolicy, startRig, type Rig } from '../gateway/harness.ts';
import { askingRig, callerOf, payer } from '../attacks/asking.ts';
import { bearer, goodBody, send, type RawHeaders } from '../attacks/raw.ts';
import { ask, bodyOf, resultsOf, say, type Got, type ChatMessage } from './client.ts';
import { hostile } from './hostile-model.ts';

const blocking = mailPolicy.replace('onViolation: ask', 'onViolation: block');
const begin = [say('system', 'You help.'), say('user', 'read my mail')];
const toBob = [say('user', 'pay {"to":"bob"}')];

function messageOf({ message, status }: Got): ChatMessage {
  if (message === undefined) throw new Error(`status ${status}`);
  return message;
}

async function afterMail(rig: Rig): Promise<readonly ChatMessage[]> {
  const first = messageOf(await ask(callerOf(rig), { messages: begin }));
  return [...begin, first, ...resultsOf(first)];
}

function streamed(messages: readonly ChatMessage[]): string {
  return bodyOf('gpt-4o', { messages }).replace('{', '{"stream":true,');
}

proves('run/refused-hidden', async () => {
  await using rig = await startRig({ policy: blocking });
  rig.upstream.play(hostile);
  const messages = await afterMail(rig);
  const before = rig.upstream.requests.length;
  const { status, text } = await send(rig, {
    headers: bearer(rig.key),
    body: bodyOf('gpt-4o', { messages }),
  });
  const generations = rig.upstream.requests.length - before;
  expect(status).toBe(200);
  expect(text).not.toMatch(/send_money|was not made/);
  expect(generations).toBe(2);
  expect(JSON.parse(text)).toMatchObject({ usage: { prompt_tokens: 20 * generations } });
  expect(JSON.stringify(rig.upstream.requests.at(-1)?.body)).toContain('was not made');
});

proves('run/streamed-when-cleared', async () => {
  const policy = blocking.replace('answer: { ceiling: untrusted', 'answer: { ceiling: trusted');
  await using rig = await startRig({ policy });
  rig.upstream.play(hostile);
  const messages = await afterMail(rig);
  const stranger = JSON.stringify(messages).match(/STRANGER\w+/)?.[0] ?? 'none';
  const headers = bearer(rig.key);
  rig.upstream.play(() => ({ text: `It says: ${stranger} and more.` }));
  const { text } = await send(rig, { headers, body: streamed(messages) });
  expect(JSON.stringify(rig.upstream.requests.at(-1)?.body)).toContain(stranger);
  expect(text).toContain('[DONE]');
  expect(text.replaceAll(/[^A-Z0-9a-z]/g, '')).not.toContain(stranger);
  const { promise: goesOn, resolve: goOn } = Promise.withResolvers<void>();
  rig.upstream.play(() => ({ fault: 'slow', reply: { text: 'so '.repeat(200) }, goesOn }));
  const response = await fetch(`${rig.gateway().url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${rig.key}`, 'content-type': 'application/json' },
    body: streamed([say('user', 'hello')]),
  });
  const first = await response.body?.getReader().read();
  expect(new TextDecoder().decode(first?.value)).toContain('chat.completion.chunk');
  expect(rig.upstream.requests.at(-1)?.status).toBe(0);
  goOn();
});

proves('run/headers-restrict', async () => {
  await using rig = await startRig({ policy: blocking });
  rig.upstream.play(payer);
  const paid = async (headers: RawHeaders, profile?: string): Promise<boolean> => {
    const key = profile === undefined ? rig.key : await rig.addKey('acme', profile);
    const body = bodyOf('gpt-4o', { messages: toBob });
    const { text } = await send(rig, { headers: { ...bearer(key), ...headers }, body });
    return text.includes('send_money');
  };
  expect(await paid({})).toBe(true);
  expect(await paid({ 'x-sluice-label': 'untrusted' })).toBe(false);
  await using strict = await startRig({ policy: blocking, profile: '    turns: untrusted\n' });
  strict.upstream.play(payer);
  const headers = { ...bearer(strict.key), 'x-sluice-label': 'trusted' };
  const lowered = await send(strict, { headers, body: bodyOf('gpt-4o', { messages: toBob }) });
  expect(lowered.text).not.toContain('send_money');
});

proves('run/decision-found', async () => {
  await using rig = await askingRig();
  const typesOf = async (decision: string): Promise<readonly string[]> => {
    const { store } = rig.gateway();
    const found = await store.events.list({ subject: decision, limit: 1_000 });
    return found.map(({ type }) => type);
  };
  const waiting = await ask(callerOf(rig), { messages: toBob });
  expect(await typesOf(waiting.decision)).toContain('step-labelled');
  const answered = await ask(callerOf(rig), { messages: [say('user', 'hello')] });
  expect(await typesOf(answered.decision)).toContain('answer-decided');
  rig.upstream.play(() => ({ fault: 'status', status: 500 }));
  const { headers } = await send(rig, {
    headers: bearer(rig.key),
    body: JSON.stringify(goodBody),
  });
  expect(await typesOf(String(headers['x-sluice-decision']))).toContain('generation-failed');
});

proves('ask/replayed', async () => {
  await using rig = await askingRig();
  const waiting = await ask(callerOf(rig), { messages: toBob });
  const [question] = await rig.questions();
  expect(messageOf(waiting).content).toContain(question?.id);
  const asked = rig.upstream.requests.length;
  await rig.answer('yes');
  await rig.restart();
  const messages = [...toBob, messageOf(waiting), say('user', 'go on')];
  const given = messageOf(await ask(callerOf(rig), { messages }));
  expect(given.tool_calls).toMatchObject([{ function: { arguments: '{"to":"bob"}' } }]);
  expect(rig.upstream.requests).toHaveLength(asked);
});
