import OpenAI from 'openai';
import { expect, test } from 'vitest';
import { startRig, type Rig } from '../../../test/gateway/harness.ts';
import {
  someChange,
  someEvent,
  someQuestion,
  temporaryStore,
} from '../../../test/temporary-store.ts';
import type { Script } from '../../../test/upstream/script.ts';
import type { QuestionState } from '../../store/store.ts';
import { proves } from '../../testing/proves.ts';
import { endLostApprovals } from './lost-approvals.ts';

type Message = OpenAI.ChatCompletionMessageParam;

const task: Message[] = [{ role: 'user', content: 'Pay what this says.' }];
const label = { 'x-sluice-label': 'untrusted' };
const tools = [{ type: 'function' as const, function: { name: 'send_money', parameters: {} } }];

const paying: Script = ({ messages }) =>
  messages.some(({ role }) => role === 'tool')
    ? { text: 'It was not made.' }
    : { calls: [{ tool: 'send_money', args: '{"to":"eve"}' }] };

async function ask(rig: Rig, messages: Message[]): Promise<OpenAI.ChatCompletionMessage> {
  const baseURL = `${rig.gateway().url}/v1`;
  const client = new OpenAI({ apiKey: rig.key, baseURL, maxRetries: 0 });
  const body = { model: 'm', messages, tools };
  const { choices } = await client.chat.completions.create(body, { headers: label });
  const [choice] = choices;
  if (choice === undefined) throw new Error('no choice');
  return choice.message;
}

/** Up to an approval that the process used up, and then ended before it stored what came of it. */
async function crashed(rig: Rig): Promise<{ id: string; waiting: OpenAI.ChatCompletionMessage }> {
  rig.upstream.play(paying);
  const waiting = await ask(rig, task);
  const { id } = await rig.answer('yes');
  await rig.gateway().store.questions.use(id, Date.now());
  return { id, waiting };
}

async function stateOf(rig: Rig, id: string): Promise<QuestionState | undefined> {
  return (await rig.gateway().store.questions.get(id))?.state;
}

proves('ask/lost', async () => {
  await using rig = await startRig({ wait: 0 });
  const { id, waiting } = await crashed(rig);
  await rig.restart();
  expect(await stateOf(rig, id)).toBe('lost');
  expect(rig.log.filter(({ event }) => event === 'approval-lost')).toMatchObject([
    { level: 'warn', fields: { question: id, tenant: 'acme' } },
  ]);
  const events = await rig.gateway().store.events.list({ subject: id, limit: 9 });
  expect(events.at(-1)).toMatchObject({ type: 'approval-lost' });
  // The call is not made: neither now nor when the client comes back.
  const message = await ask(rig, [...task, waiting, { role: 'user', content: 'Go on.' }]);
  expect(message.tool_calls).toBeUndefined();
  await rig.restart();
  expect(rig.log.filter(({ event }) => event === 'approval-lost')).toHaveLength(1);
});

test('it is told too where the process went on', async () => {
  await using rig = await startRig({ wait: 0 });
  const { id, waiting } = await crashed(rig);
  const message = await ask(rig, [...task, waiting, { role: 'user', content: 'Go on.' }]);
  expect(message.tool_calls).toBeUndefined();
  expect(await stateOf(rig, id)).toBe('lost');
});

test('an approval whose call was given out is not lost', async () => {
  await using rig = await startRig({ wait: 0 });
  rig.upstream.play(paying);
  const waiting = await ask(rig, task);
  const { id } = await rig.answer('yes');
  const given = await ask(rig, [...task, waiting, { role: 'user', content: 'Go on.' }]);
  expect(given.tool_calls).toHaveLength(1);
  await rig.restart();
  expect(await stateOf(rig, id)).toBe('used');
});

test('what was answered of another call, or in another run, says nothing', async () => {
  const store = await temporaryStore();
  const { id, hash } = someQuestion();
  await store.commit(someChange({ questions: [someQuestion()] }));
  const other = { type: 'question-answered', subject: 'call_1' };
  await store.commit(someChange({ run: 'run_2', events: [someEvent(other)] }));
  await store.commit(someChange({ events: [someEvent({ ...other, subject: 'call_2' })] }));
  const yes = { id, hash, kind: 'yes', by: 'ann', dutyOf: [], words: undefined } as const;
  await store.questions.answer({ ...yes, atMs: 2_000 });
  expect(await endLostApprovals(store, 3_000)).toEqual([]);
  await store.questions.use(id, 3_000);
  expect(await endLostApprovals(store, 4_000)).toMatchObject([{ id }]);
  expect(await endLostApprovals(store, 5_000)).toEqual([]);
});
