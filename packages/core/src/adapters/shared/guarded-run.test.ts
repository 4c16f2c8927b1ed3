import { expect, test } from 'vitest';
import { mailPolicy } from '../../../test/mail-agent.ts';
import type { PlainMessage } from '../../history/plain.ts';
import { scriptedModel, type ScriptedReply } from '../../model/scripted.ts';
import { definePolicy } from '../../policy/load.ts';
import { proves } from '../../testing/proves.ts';
import { questionText, refusalOf } from './call-gate.ts';
import { GuardedRun, type FrameworkCall } from './guarded-run.ts';

const user: PlainMessage = { role: 'user', parts: [{ kind: 'text', text: 'Read my mail.' }] };
const toolOf = (name: string) => ({ name, description: name, parameters: { type: 'object' } });
const tools = [toolOf('read_mail'), toolOf('send_money')];
const clear = { policy: mailPolicy, approver: 'top' } as const;
const asIs = (args: unknown): unknown => args;

function runOf(replies: readonly ScriptedReply[]) {
  const model = scriptedModel(replies);
  const { name, generate } = model;
  const run = new GuardedRun<string>(clear, { name, generate });
  const step = (call: Partial<FrameworkCall<string>> = {}) =>
    run.step({ messages: [user], tools, params: 'p', ...call });
  return { model, run, step };
}

test('an approver of no label is told at once', () => {
  const { generate } = scriptedModel([]);
  const options = { ...clear, approver: 'everybody' };
  expect(() => new GuardedRun(options, { name: 'm', generate })).toThrow(/everybody/);
});

test('before the first model call nothing is known, and nothing runs', async () => {
  const { run } = runOf([]);
  expect(run.decisionOf('call-1')).toMatchObject({ kind: 'deny', reason: 'tool-unknown' });
  run.settle('call-1', { approved: true, by: 'somebody' });
  const input = { callId: 'call-1', tool: 'send_money', given: {}, parse: asIs };
  const executed = await run.execute(
    input,
    () => 'ran',
    (text) => text,
  );
  expect(executed).toMatchObject({ kind: 'refused', text: expect.stringContaining('not made') });
});

test('an explanation is given for a call, and for no other id', async () => {
  const { run, step } = runOf([{ calls: [{ tool: 'read_mail', args: {} }] }]);
  const unknown = expect.objectContaining({ code: 'history-invalid' });
  expect(() => run.explanationOf('call-1')).toThrow(unknown);
  const { calls } = await step();
  expect(run.explanationOf(calls[0]?.id ?? '')).toHaveProperty('evidence');
  expect(() => run.explanationOf('approval-1')).toThrow(/no call `approval-1`/);
});

const readCall: ScriptedReply = { calls: [{ tool: 'read_mail', args: {} }] };
const resultOf = (callId: string, tool = 'read_mail'): PlainMessage => {
  return { role: 'tool', callId, tool, parts: [{ kind: 'text', text: 'a mail' }] };
};

proves('adapters/both-halves', async () => {
  const { run, step, model } = runOf([readCall, 'done']);
  const { text, calls } = await step();
  const id = calls[0]?.id ?? '';
  const messages: PlainMessage[] = [user, { role: 'assistant', text, calls }, resultOf(id)];
  const unguarded = step({ messages, ran: new Set([id]) });
  await expect(unguarded).rejects.toThrow('`read_mail` ran without its guard');
  const renamed = [...messages.slice(0, 2), resultOf(id, 'what a stranger wrote')];
  await expect(step({ messages: renamed, ran: new Set([id]) })).rejects.toThrow(/^a tool ran/);
  expect(model.requests).toHaveLength(1);
  const input = { callId: id, tool: 'read_mail', given: {}, parse: asIs };
  await run.execute(
    input,
    () => 'a mail',
    (result) => result,
  );
  expect(await step({ messages, ran: new Set([id]) })).toMatchObject({ text: 'done' });
});

test.each([
  ['words of the framework', () => new Set<string>()],
  ['an unknown call', () => new Set(['of another process'])],
])('%s are no result of a tool without its guard', async (_, ran) => {
  const { step } = runOf([readCall, 'done']);
  const { text, calls } = await step();
  const id = [...ran()][0] ?? calls[0]?.id ?? '';
  const messages: PlainMessage[] = [user, { role: 'assistant', text, calls }, resultOf(id)];
  expect(await step({ messages, ran: ran() })).toMatchObject({ text: 'done' });
});

test('an answer that its program would act on is given, or an error says that it is not', async () => {
  const lattice = { integrity: { chain: ['trusted', 'untrusted'] } };
  const answers = async (label: string): Promise<string> => {
    const answer = { acts: true };
    const turns = { user: { label }, onViolation: 'ask' } as const;
    const policy = await definePolicy({ version: 1, lattice, tools: {}, answer, ...turns });
    const { name, generate } = scriptedModel(() => 'rm -r src');
    const run = new GuardedRun<string>({ policy, approver: 'top' }, { name, generate });
    return (await run.step({ messages: [user], tools: [], params: 'p' })).text;
  };
  await expect(answers('trusted')).resolves.toBe('rm -r src');
  await expect(answers('untrusted')).rejects.toThrow('does not let this answer be acted on');
});

proves('adapters/one-conversation', async () => {
  const { step } = runOf(['one', 'two', 'three']);
  await step();
  const other: PlainMessage = { role: 'user', parts: [{ kind: 'text', text: 'Pay Bob.' }] };
  await expect(step({ messages: [other] })).rejects.toMatchObject({ code: 'history-invalid' });
  await step({ messages: [user, { role: 'assistant', text: 'one', calls: [] }, other] });
  expect(await step({ messages: [other], isSeparate: true })).toMatchObject({ text: 'three' });
});

test('later calls may leave tools out, and may not add any', async () => {
  const { model, step } = runOf(['one', 'two']);
  await step();
  const rest = tools.slice(0, 1);
  await step({ tools: rest });
  expect(model.requests.map(({ view }) => view.tools.map(({ name }) => name))).toEqual([
    ['read_mail', 'send_money'],
    ['read_mail'],
  ]);
  const late = step({ tools: [...tools, toolOf('late')] });
  await expect(late).rejects.toMatchObject({ code: 'tools-invalid' });
});

test('model calls of one conversation wait for each other, failed ones too', async () => {
  const order: string[] = [];
  const run = new GuardedRun<string>(clear, {
    name: 'm',
    generate: async (_request, _options, params) => {
      order.push(`begin ${params}`);
      for (let turns = 0; turns < 20; turns += 1) await Promise.resolve();
      order.push(`end ${params}`);
      if (params === 'a') throw new RangeError('theirs');
      return { text: params, calls: [], stop: 'complete' };
    },
  });
  const [first, second] = ['a', 'b'].map((params) => run.step({ messages: [user], tools, params }));
  await expect(first).rejects.toThrow(RangeError);
  expect((await second)?.text).toBe('b');
  expect(order).toEqual(['begin a', 'end a', 'begin b', 'end b']);
});

test('an abort throws the reason of the signal', async () => {
  const { step } = runOf(['one']);
  const reason = new RangeError('enough');
  await expect(step({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

test('a model that only makes refused calls ends in an error, not in a loop', async () => {
  const model = scriptedModel(() => ({ calls: [{ tool: 'unknown', args: {} }] }));
  const run = new GuardedRun<string>(clear, { name: model.name, generate: model.generate });
  const step = run.step({ messages: [user], tools, params: 'p' });
  await expect(step).rejects.toMatchObject({ code: 'limit-exceeded' });
});

test('what is said of a decision names rule and dimensions, never a value', () => {
  const violations = [
    { dimension: 'integrity', argument: '/to' },
    { dimension: 'integrity', argument: '/amount' },
  ];
  expect(questionText({ kind: 'ask', rule: 'pay', violations })).toBe('rule pay asks (integrity)');
  expect(refusalOf({ kind: 'ask', rule: 'pay', violations })).toContain('no-answer-in-time');
});

test.each([
  ['gives its result', false],
  ['throws', true],
])('of a tool that %s the policy reads fields accordingly', async (_, throws) => {
  const policy = await definePolicy({
    version: 1,
    lattice: { integrity: { chain: ['trusted', 'untrusted'] } },
    onViolation: 'ask',
    tools: {
      look: {
        description: 'trusted',
        result: {
          format: 'json',
          label: 'untrusted',
          shape: 'trusted',
          rules: [{ path: '$.id', label: 'trusted' }],
        },
        call: { ceiling: 'untrusted' },
      },
    },
    answer: { ceiling: 'untrusted' },
  });
  const { name, generate } = scriptedModel([{ calls: [{ tool: 'look', args: {} }] }, 'done']);
  const run = new GuardedRun<string>({ policy, approver: 'top' }, { name, generate });
  run.handIn([user]);
  const call = { tools: [toolOf('look')], params: 'p' };
  const { text, calls } = await run.step({ ...call, messages: [user] });
  const callId = calls[0]?.id ?? '';
  const found = '{"id": 1, "name": "Bob"}';
  const input = { callId, tool: 'look', given: {}, parse: asIs };
  const tool = (): string => {
    if (throws) throw new RangeError(found);
    return found;
  };
  await run.execute(input, tool, (result) => result).catch(() => undefined);
  const result: PlainMessage = {
    role: 'tool',
    callId,
    tool: 'look',
    parts: [{ kind: 'text', text: found }],
  };
  await run.step({ ...call, messages: [user, { role: 'assistant', text, calls }, result] });
  const labelled = run.session?.history.messages[2];
  const [part] = labelled?.role === 'tool' ? labelled.parts : [];
  const root = part?.kind === 'text' ? part.content.root : undefined;
  expect(root?.label.text).toBe(throws ? 'untrusted' : 'trusted');
});
