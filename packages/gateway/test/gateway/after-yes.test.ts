import { describe, expect, test } from 'vitest';
import { proves } from '../../src/testing/proves.ts';
import { askingRig, payer } from '../attacks/asking.ts';
import { bearer, send } from '../attacks/raw.ts';
import { say, type ChatMessage } from '../identity/client.ts';
import type { Script } from '../upstream/script.ts';
import type { Rig } from './harness.ts';

const schema = { type: 'object', properties: { to: { type: 'string' } } };

function payTool(more: object = {}, parameters: object = schema): object {
  const described = { name: 'send_money', description: 'Pays.', parameters, ...more };
  return { type: 'function', function: described };
}

const lookUp = { type: 'function', function: { name: 'look_up', parameters: {} } };
/** The declared tools of a request, and those that the model may call. */
interface Body {
  readonly tools?: readonly object[];
  readonly tool_choice?: unknown;
}

const custom = { type: 'custom', custom: { name: 'send_money' } };

async function ask(
  rig: Rig,
  messages: readonly ChatMessage[],
  more: Body | readonly object[],
): Promise<ChatMessage> {
  const rest = 'length' in more ? { tools: more } : more;
  const body = JSON.stringify({ model: 'gpt-4o', messages, ...rest });
  const { text, status } = await send(rig, { headers: bearer(rig.key), body });
  const answer: { choices?: { message: ChatMessage }[] } = JSON.parse(text);
  const [choice] = answer.choices ?? [];
  if (choice === undefined) throw new Error(`status ${status}: ${text}`);
  return choice.message;
}

/** A conversation that holds an id of its run: every branch of it is found there. */
async function begun(rig: Rig): Promise<readonly ChatMessage[]> {
  const first = [say('user', 'pay {"to":"ann"}')];
  await ask(rig, first, [payTool()]);
  await rig.answer('yes');
  const paid = await ask(rig, first, [payTool()]);
  const [call] = paid.tool_calls ?? [];
  const result: ChatMessage = { role: 'tool', tool_call_id: call?.id ?? '', content: 'sent' };
  return [...first, paid, result, await ask(rig, [...first, paid, result], [payTool()])];
}

/** A payment that waits, to which a person has said yes. */
async function approved(rig: Rig, tools: readonly object[] = [payTool()]) {
  const begin = [...(await begun(rig)), say('user', 'pay {"to":"bob"}')];
  const notice = await ask(rig, begin, tools);
  const question = await rig.answer('yes');
  const stateNow = async (): Promise<string | undefined> =>
    (await rig.questions()).find(({ id }) => id === question.id)?.state;
  const goOn = [...begin, notice, say('user', 'go on')];
  return { begin, goOn, stateNow };
}

function calls({ tool_calls: made = [] }: ChatMessage): readonly string[] {
  return made.map((call) => call.function.arguments);
}

describe('after a yes, a tool that is declared otherwise', () => {
  const changes: readonly (readonly [string, readonly object[]])[] = [
    ['has another schema', [payTool({}, { type: 'object', properties: { iban: {} } })]],
    ['is a custom tool', [custom]],
  ];

  proves('ask/one-tool', async () => {
    for (const [, tools] of changes) {
      await using rig = await askingRig();
      const { goOn, stateNow } = await approved(rig);
      expect(calls(await ask(rig, goOn, tools))).toEqual([]);
      expect(await stateNow()).toBe('withdrawn');
      // The model was told, and the record tells whoever said yes.
      const { events } = rig.gateway().store;
      const refused = await events.list({ type: 'call-refused', limit: 9 });
      expect(refused.map(({ payload = '{}' }) => String(JSON.parse(payload).reason))).toContain(
        'tool-changed',
      );
    }
  });

  test('of one type is not of another, whatever its schema', async () => {
    await using rig = await askingRig();
    const input = { properties: { input: { type: 'string' } }, required: ['input'] };
    const parameters = { type: 'object', ...input, additionalProperties: false };
    const { goOn, stateNow } = await approved(rig, [payTool({}, parameters)]);
    expect((await ask(rig, goOn, [custom])).tool_calls ?? []).toEqual([]);
    expect(await stateNow()).toBe('withdrawn');
  });

  test('is so after a restart too', async () => {
    await using rig = await askingRig();
    const { goOn, stateNow } = await approved(rig);
    await rig.restart();
    expect(calls(await ask(rig, goOn, [custom]))).toEqual([]);
    expect(await stateNow()).toBe('withdrawn');
  });

  test('is the same one beside others, in another order, or described otherwise', async () => {
    const reordered = { properties: { to: { type: 'string' } }, type: 'object' };
    for (const tools of [
      [lookUp, payTool()],
      [payTool({}, reordered)],
      [payTool({ description: 'Pays. Today is Friday.' })],
    ]) {
      await using rig = await askingRig();
      const { goOn, stateNow } = await approved(rig);
      expect(calls(await ask(rig, goOn, tools))).toEqual(['{"to":"bob"}']);
      expect(await stateNow()).toBe('used');
    }
  });
});

describe('after a yes, a branch of the conversation', () => {
  const tools = [payTool()];

  proves('ask/branch-apart', async () => {
    await using rig = await askingRig();
    const { begin, goOn, stateNow } = await approved(rig);
    const branch: ChatMessage[] = [...begin, { role: 'assistant', content: 'I paid nobody.' }];
    expect(calls(await ask(rig, [...branch, say('user', 'thank you')], tools))).toEqual([]);
    expect(await stateNow()).toBe('approved');
    expect(calls(await ask(rig, goOn, tools))).toEqual(['{"to":"bob"}']);
    expect(await stateNow()).toBe('used');
  });

  test('that waits for another question takes nothing away, restarts included', async () => {
    await using rig = await askingRig();
    const { begin, goOn, stateNow } = await approved(rig);
    const branch: ChatMessage[] = [...begin, { role: 'assistant', content: 'Done?' }];
    const asked = [...branch, say('user', 'pay {"to":"eve"}')];
    expect((await ask(rig, asked, tools)).content).toContain('Waiting for a person');
    await rig.restart();
    expect(calls(await ask(rig, goOn, tools))).toEqual(['{"to":"bob"}']);
    expect(await stateNow()).toBe('used');
  });

  test('is none where the same request comes again', async () => {
    await using rig = await askingRig();
    const { begin } = await approved(rig);
    expect(calls(await ask(rig, begin, tools))).toEqual(['{"to":"bob"}']);
  });
});

describe('after a yes, a request that may not make the call', () => {
  const both = [payTool(), lookUp];
  const named = (name: string): object => ({ type: 'function', function: { name } });
  const allowed = (name: string): object => ({
    type: 'allowed_tools',
    allowed_tools: { mode: 'auto', tools: [named(name)] },
  });
  const without: readonly (readonly [string, Body])[] = [
    ['chooses no tool', { tools: both, tool_choice: 'none' }],
    ['chooses another one', { tools: both, tool_choice: named('look_up') }],
    ['allows others alone', { tools: both, tool_choice: allowed('look_up') }],
    ['declares others alone', { tools: [lookUp] }],
    ['declares none', {}],
  ];

  proves('ask/callable', async () => {
    for (const [, body] of without) {
      await using rig = await askingRig();
      const { goOn, stateNow } = await approved(rig, both);
      const said = await ask(rig, goOn, body);
      expect(said).toMatchObject({ content: 'Nothing to do.' });
      expect(calls(said)).toEqual([]);
      expect(await stateNow()).toBe('approved');
      const later = [...goOn, said, say('user', 'and now')];
      expect(calls(await ask(rig, later, both))).toEqual(['{"to":"bob"}']);
      expect(await stateNow()).toBe('used');
    }
  });

  test('gets it by a choice that may', async () => {
    for (const tool_choice of ['auto', 'required', named('send_money'), allowed('send_money')]) {
      await using rig = await askingRig();
      const { goOn, stateNow } = await approved(rig, both);
      const given = await ask(rig, goOn, { tools: both, tool_choice });
      expect(calls(given)).toEqual(['{"to":"bob"}']);
      expect(await stateNow()).toBe('used');
    }
  });

  test('is answered where it comes instead of the notice, and again after a restart', async () => {
    await using rig = await askingRig();
    const { begin, stateNow } = await approved(rig, both);
    // The model continues on its own without the tool.
    rig.upstream.play(() => ({ text: 'Not without the tool.' }));
    const said = await ask(rig, begin, { tools: [lookUp] });
    expect(said.content).toBe('Not without the tool.');
    await rig.restart();
    expect(await stateNow()).toBe('approved');
    const later = [...begin, said, say('user', 'and now')];
    expect(calls(await ask(rig, later, both))).toEqual(['{"to":"bob"}']);
    expect(await stateNow()).toBe('used');
  });

  test('does not let the yes live longer', async () => {
    let nowMs = Date.now();
    await using rig = await askingRig({ nowMs: () => nowMs });
    const { goOn } = await approved(rig, both);
    const said = await ask(rig, goOn, { tools: both, tool_choice: 'none' });
    nowMs += 6 * 60_000;
    const later = [...goOn, said, say('user', 'and now')];
    expect(calls(await ask(rig, later, both))).toEqual([]);
  });

  test('does not wait for a person', async () => {
    await using rig = await askingRig();
    const begin = [...(await begun(rig)), say('user', 'pay {"to":"bob"}')];
    const notice = await ask(rig, begin, both);
    const goOn = [...begin, notice, say('user', 'go on')];
    const said = await ask(rig, goOn, { tools: both, tool_choice: 'none' });
    expect(said.content).toBe('Nothing to do.');
    await rig.answer('yes');
    const later = [...goOn, said, say('user', 'and now')];
    expect(calls(await ask(rig, later, both))).toEqual(['{"to":"bob"}']);
  });

  /** Whatever it is told to choose, it pays when it is to go on. */
  const heedless =
    (to: string): Script =>
    (request) => {
      const { messages } = request;
      const isOwn = messages.at(-1)?.role === 'user' && messages.at(-1)?.text === 'go on';
      const args = JSON.stringify({ to });
      return isOwn ? { calls: [{ tool: 'send_money', args }] } : payer(request);
    };

  proves('ask/asked-once', async () => {
    for (const restarts of [false, true]) {
      await using rig = await askingRig();
      const { goOn, stateNow } = await approved(rig, both);
      const asked = (await rig.questions()).length;
      rig.upstream.play(heedless('bob'));
      const said = await ask(rig, goOn, { tools: both, tool_choice: 'none' });
      expect([calls(said), said.content]).toEqual([[], 'Nothing to do.']);
      expect(await stateNow()).toBe('approved');
      if (restarts) await rig.restart();
      const later = [...goOn, said, say('user', 'and now')];
      expect(calls(await ask(rig, later, both))).toEqual(['{"to":"bob"}']);
      expect([await stateNow(), (await rig.questions()).length]).toEqual(['used', asked]);
    }
  });

  proves('ask/asked-once', async () => {
    await using rig = await askingRig();
    const { goOn } = await approved(rig, both);
    rig.upstream.play(heedless('eve'));
    const second = await ask(rig, goOn, { tools: both, tool_choice: 'none' });
    expect(second.content).toContain('Waiting for a person');
    await rig.answer('yes');
    const later = [...goOn, second, say('user', 'and now')];
    const first = await ask(rig, later, both);
    expect(calls(first)).toEqual(['{"to":"bob"}']);
    const [call] = first.tool_calls ?? [];
    const result: ChatMessage = { role: 'tool', tool_call_id: call?.id ?? '', content: 'sent' };
    expect(calls(await ask(rig, [...later, first, result], both))).toEqual(['{"to":"eve"}']);
  });

  test('that is too late keeps nobody from being asked', async () => {
    let nowMs = Date.now();
    await using rig = await askingRig({ nowMs: () => nowMs });
    const { goOn } = await approved(rig, both);
    nowMs += 6 * 60_000;
    rig.upstream.play(heedless('bob'));
    const second = await ask(rig, goOn, { tools: both, tool_choice: 'none' });
    expect(second.content).toContain('Waiting for a person');
    await rig.answer('yes');
    const later = [...goOn, second, say('user', 'and now')];
    expect(calls(await ask(rig, later, both))).toEqual(['{"to":"bob"}']);
  });
});
