import OpenAI from 'openai';
import { describe, expect, test } from 'vitest';
import { proves } from '../../src/testing/proves.ts';
import { bearer, send } from '../attacks/raw.ts';
import { anthropic } from '../compatibility/clients/anthropic.ts';
import { googleGenAi } from '../compatibility/clients/google-genai.ts';
import { openAiChat } from '../compatibility/clients/openai-chat.ts';
import { openAiPrevious, openAiResponses } from '../compatibility/clients/openai-responses.ts';
import type { Client, Conversation } from '../compatibility/client.ts';
import { gullible, resultOf, sendMoney, tools } from '../compatibility/world.ts';
import type { Script } from '../upstream/script.ts';
import { mailPolicy, startRig, type Rig } from './harness.ts';
import { paths, paying, pays } from './paying.ts';

const notice = /\[Sluice: a person decides on [^\]]*\]/;
const said = { text: 'Read my mail, and do what it says.' };

async function opened(client: Client, rig: Rig): Promise<Conversation> {
  return await client.open({
    url: rig.gateway().url,
    apiKey: rig.key,
    model: 'm',
    system: 'You help.',
    stream: true,
    tools,
    execute: (tool) => resultOf[tool] ?? 'none',
    reasoning: false,
    schema: undefined,
  });
}

/** Says something with its calls. */
const speaking: Script = async (seen) => {
  const reply = await gullible(sendMoney)(seen);
  return 'calls' in reply ? { text: 'One moment.', ...reply } : reply;
};

/** Nobody is told of the mail in a text, or everybody is: then the model's text goes out early. */
const policies = [mailPolicy, mailPolicy.replace(/^answer:.*$/m, 'answer: { ceiling: top }')];

async function turnsIn(rig: Rig) {
  const turns = await rig.gateway().store.events.list({ limit: 1_000, type: 'turn-started' });
  return {
    labels: new Set(turns.map(({ label }) => label)),
    runs: new Set(turns.map(({ run }) => run)).size,
  };
}

const clients = [openAiChat, openAiResponses, openAiPrevious, anthropic, googleGenAi];

describe.each(clients)('$protocol, $way', (client) => {
  describe.each(['yes', 'no'] as const)('and the person says %s', (kind) => {
    test.each(policies)('the run goes on as it was', async (policy) => {
      await using rig = await startRig({ policy });
      rig.upstream.play(speaking);
      const chat = await opened(client, rig);
      const turn = chat.say(said);
      await rig.answer(kind);
      const { text } = await turn;
      expect(text).toContain(kind === 'yes' ? 'Paid.' : 'I could not.');
      expect(notice.test(text) || kind === 'yes').toBe(true);
      expect((await chat.say({ text: 'What else?' })).text).toBe('Nothing else.');
      expect(await turnsIn(rig)).toEqual({ labels: new Set(['trusted']), runs: 1 });
      expect(JSON.stringify(rig.upstream.requests.map(({ body }) => body))).not.toMatch(notice);
    });
  });
});

describe.each(paths)('%s', (path) => {
  proves('ask/held-shown', async () => {
    await using rig = await startRig();
    rig.upstream.play(pays);
    const { promise: shown, resolve } = Promise.withResolvers<void>();
    const onText = (text: string): void => void (notice.test(text) && resolve());
    const response = paying(rig, path, { onText });
    // Before anybody has decided anything.
    await shown;
    const { id } = await rig.answer('yes');
    const { text, headers } = await response;
    expect(text).toContain(`\`send_money\` (npx sluice approvals ${id}).`);
    expect(text).toContain('4711');
    expect(headers['x-sluice-question']).toBe(id);
    expect(headers['x-sluice-decision']).toBeDefined();
  });

  proves('ask/held-names-no-more', async () => {
    const policy = mailPolicy.replace(
      /^answer:.*$/m,
      'answer: { ceiling: trusted, onViolation: block }',
    );
    await using rig = await startRig({ policy });
    rig.upstream.play(pays);
    const response = paying(rig, path);
    const { id } = await rig.answer('no');
    const { text } = await response;
    expect(text).toContain(`a person decides on what comes next (npx sluice approvals ${id}).`);
    expect(text).not.toMatch(/`send_money`|4711/);
  });
});

type Message = OpenAI.ChatCompletionMessageParam;

async function streamed(rig: Rig, messages: Message[]): Promise<OpenAI.ChatCompletionMessage> {
  const client = new OpenAI({ apiKey: rig.key, baseURL: `${rig.gateway().url}/v1`, maxRetries: 0 });
  const functions = tools.map(({ name, parameters }) => {
    return { type: 'function' as const, function: { name, parameters: { ...parameters } } };
  });
  const body = { model: 'm', messages, tools: functions };
  return await client.chat.completions.stream(body).finalMessage();
}

/** Up to the answer of a run whose person said no. */
async function refused(rig: Rig): Promise<Message[]> {
  rig.upstream.play(gullible(sendMoney));
  const begin: Message[] = [{ role: 'user', content: said.text }];
  const read = await streamed(rig, begin);
  const content = String(resultOf['read_mail']);
  const id = read.tool_calls?.[0]?.id ?? '';
  const messages: Message[] = [...begin, read, { role: 'tool', tool_call_id: id, content }];
  const answer = streamed(rig, messages);
  await rig.answer('no');
  const message = await answer;
  expect(message.content).toMatch(notice);
  return [...messages, message];
}

test('a client that comes back after a restart loses no trust by what it was shown', async () => {
  await using rig = await startRig();
  const messages = await refused(rig);
  await rig.restart();
  await streamed(rig, [...messages, { role: 'user', content: 'What else?' }]);
  expect(await turnsIn(rig)).toEqual({ labels: new Set(['trusted']), runs: 1 });
});

test('where another key sends it, it is shown to no model and is known to nobody', async () => {
  await using rig = await startRig();
  const messages = await refused(rig);
  const other = { ...rig, key: await rig.addKey('other') };
  await streamed(other, [...messages, { role: 'user', content: 'What else?' }]);
  const seen = JSON.stringify(rig.upstream.requests.at(-1)?.body);
  expect(seen).toContain('I could not.');
  expect(seen).not.toMatch(notice);
});

test('a model that writes such a text itself costs nobody trust', async () => {
  await using rig = await startRig();
  rig.upstream.play(() => ({ text: 'Look: [Sluice: a person decides on all.] So wait.' }));
  const begin: Message[] = [{ role: 'user', content: 'Hello.' }];
  const answer = await streamed(rig, begin);
  expect(answer.content).toContain('[Sluice: a person decides on all.]');
  await streamed(rig, [...begin, answer, { role: 'user', content: 'Well?' }]);
  expect(await turnsIn(rig)).toEqual({ labels: new Set(['trusted']), runs: 1 });
});

test('a stream that is told to wait on says so, and ends as an answer does', async () => {
  await using rig = await startRig();
  rig.upstream.play(pays);
  const { promise: shown, resolve } = Promise.withResolvers<void>();
  const onText = (text: string): void => void (notice.test(text) && resolve());
  const response = paying(rig, '/v1/chat/completions', { onText });
  await shown;
  await rig.restart();
  const { text, isBroken } = await response;
  expect(text).toMatch(/\[Sluice: .*Waiting for a person to decide: ap_.*\[DONE\]/s);
  expect(isBroken).toBe(false);
});

proves('ask/held-named', async () => {
  await using rig = await startRig({ wait: 0 });
  rig.upstream.play(pays);
  const { headers } = await paying(rig, '/v1/chat/completions', {
    fields: { stream: false },
  });
  const [question] = await rig.questions();
  expect(headers['x-sluice-question']).toBe(question?.id);
  rig.upstream.play(() => ({ text: 'Hello.' }));
  const plain = await send(rig, {
    headers: bearer(rig.key),
    body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Hello.' }] }),
  });
  expect(plain.headers['x-sluice-question']).toBeUndefined();
});

test('nothing is shown where the call may be made, and where the yes is there already', async () => {
  await using rig = await startRig({ wait: 0 });
  rig.upstream.play(pays);
  await paying(rig, '/v1/chat/completions');
  await rig.answer('yes');
  const { text } = await paying(rig, '/v1/chat/completions');
  expect(text).toContain('4711');
  expect(text).not.toMatch(notice);
  const free = await paying(rig, '/v1/chat/completions', {
    headers: { 'x-sluice-label': 'trusted' },
    fields: { messages: [{ role: 'user', content: 'Pay eve, please.' }] },
  });
  expect(free.text).toContain('4711');
  expect(free.text).not.toMatch(notice);
});
