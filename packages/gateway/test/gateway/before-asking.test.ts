import { expect, test } from 'vitest';
import { proves } from '../../src/testing/proves.ts';
import { ask, resultsOf, say, type Caller, type ChatMessage } from '../identity/client.ts';
import type { Script } from '../upstream/script.ts';
import { mailPolicy, startRig, type Rig } from './harness.ts';

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

const ceiling = '    beforeAsking: ceiling';

interface Play {
  readonly policy?: string;
  readonly script?: Script;
}

async function rigUnder(
  profile: string,
  { policy = mailPolicy, script = payer }: Play = {},
): Promise<{ readonly rig: Rig; readonly caller: Caller }> {
  const rig = await startRig({ wait: 0, profile, policy });
  rig.upstream.play(script);
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
  const tried = await rigUnder(ceiling);
  await using _ = tried.rig;
  expect((await paid(tried.caller, [])).at(-1)).toMatchObject({ tool_calls: transfer });
  expect(await tried.rig.questions()).toEqual([]);
  // The read, the draft, and the view at the ceiling, in which no mail stands.
  const views = tried.rig.upstream.requests.map(({ body }) => JSON.stringify(body));
  expect(views.map((view) => view.includes('A mail'))).toEqual([false, true, false]);
});

/** What is looked up is somebody's word, and a payment with it is asked about whatever else is read. */
const vetted = mailPolicy
  .replace('[trusted, untrusted]', '[trusted, vetted, untrusted]')
  .replace(/(look_up:[^]*?label: )trusted/, '$1vetted');

/** Reads both, and pays by the fact; where it sees no mail it may do something else. */
function paysByFact(args: string): Script {
  return ({ messages }) => {
    const results = messages.filter(({ role }) => role === 'tool').map(({ text }) => text);
    if (results.length > 2) return { text: 'Paid.' };
    if (results.length === 0) return { calls: [{ tool: 'read_mail', args: '{}' }] };
    if (results.length === 1) return { calls: [{ tool: 'look_up', args: '{}' }] };
    const seesMail = results.some((text) => text.startsWith('A mail'));
    return { calls: [{ tool: 'send_money', args: seesMail ? byFact : args }] };
  };
}

const byFact = '{"reference":"a fact, look_up"}';

/** The labels of what a person was asked about, and how often the model was asked. */
async function askedUnder(
  profile: string,
  args: string,
): Promise<{ readonly labels: readonly string[]; readonly generations: number }> {
  const { rig, caller } = await rigUnder(profile, { policy: vetted, script: paysByFact(args) });
  await using _ = rig;
  const messages: ChatMessage[] = [say('user', 'Pay by the fact.')];
  for (let step = 0; step < 3; step += 1) {
    const { message } = await ask(caller, { messages });
    if (message === undefined) throw new Error('no answer');
    messages.push(message, ...resultsOf(message));
  }
  const questions = await rig.questions();
  return {
    labels: questions.map(({ label }) => label),
    generations: rig.upstream.requests.length,
  };
}

test('by default a question is asked at the propagator’s label, where the same call comes out', async () => {
  // Both reads, the draft, the look-up from a view without the mail, and the call from there.
  expect(await askedUnder('', byFact)).toEqual({ labels: ['vetted'], generations: 5 });
  const other = '{"reference":"none"}';
  expect(await askedUnder('', other)).toEqual({ labels: ['untrusted'], generations: 5 });
  const nothing = '    beforeAsking: nothing';
  expect(await askedUnder(nothing, byFact)).toEqual({ labels: ['untrusted'], generations: 3 });
});

proves('ask/as-written', async () => {
  let generations = 0;
  const script: Script = () => ({ text: `Generation ${(generations += 1)}.` });
  const { rig, caller } = await rigUnder('    shortcuts: none', { script });
  await using _ = rig;
  const messages = [say('user', 'Say something.')];
  expect((await ask(caller, { messages })).message?.content).toBe('Generation 2.');
  await rig.restart('');
  const others = [say('user', 'Say something else.')];
  expect((await ask(caller, { messages: others })).message?.content).toBe('Generation 3.');
});

test('with nothing tried, the draft is asked about', async () => {
  const { rig, caller } = await rigUnder('    beforeAsking: nothing');
  await using _ = rig;
  expect((await paid(caller, [])).at(-1)?.content).toContain('Waiting for a person');
  expect(await rig.questions()).toHaveLength(1);
});

test('a run goes on after a restart as its record says that it began', async () => {
  const { rig, caller } = await rigUnder(ceiling);
  await using _ = rig;
  const first = await paid(caller, []);
  const last = first.at(-1);
  if (last === undefined) throw new Error('no answer');
  const messages = [...first, ...resultsOf(last)];
  const { message } = await ask(caller, { messages });
  if (message?.content !== 'Paid.') throw new Error('it is not paid');
  const done = [...messages, message];
  await rig.restart('    beforeAsking: nothing');
  expect((await paid(caller, done)).at(-1)).toMatchObject({ tool_calls: transfer });
  expect(await rig.questions()).toEqual([]);
  // A new conversation begins as the settings say now.
  expect((await paid(caller, [say('system', 'Another.')])).at(-1)?.content).toContain('Waiting');
});
