import {
  Agent,
  run,
  RunContext,
  setTracingDisabled,
  tool,
  Usage,
  webSearchTool,
  type AgentInputItem,
  type Model,
  type ModelRequest,
  type protocol,
  type StreamEvent,
} from '@openai/agents';
import { expect, expectTypeOf, test, vi } from 'vitest';
import { z } from 'zod';
import { guardSuite, type Played, type Scene } from '../../test/guard-suite.ts';
import { MailBox, mailModel, mailPolicy, toolText } from '../../test/mail-agent.ts';
import { SluiceError } from '../errors.ts';
import { proves } from '../testing/proves.ts';
import { guard, guardTools } from './openai-agents.ts';

setTracingDisabled(true);

function toolsOf(box: MailBox) {
  return [
    tool({
      name: 'read_mail',
      description: toolText.read_mail,
      parameters: z.object({}),
      execute: box.readMail,
    }),
    tool({
      name: 'send_money',
      description: toolText.send_money,
      parameters: z.object({ to: z.string(), amount: z.number() }),
      execute: box.sendMoney,
    }),
    tool({
      name: 'delete_mail',
      description: toolText.delete_mail,
      parameters: z.object({ id: z.number() }),
      execute: box.deleteMail,
    }),
  ];
}

/** Speaks the SDK's model interface, and reads the last user turn and what follows it. */
class MailModel implements Model {
  readonly requests: ModelRequest[] = [];

  async getResponse(request: ModelRequest) {
    this.requests.push(request);
    return Promise.resolve({
      usage: new Usage({ inputTokens: 10, outputTokens: 3, totalTokens: 13 }),
      output: outputFor(request),
    });
  }

  async *getStreamedResponse(request: ModelRequest): AsyncIterable<StreamEvent> {
    this.requests.push(request);
    yield await Promise.resolve({ type: 'response_started' as const });
    const output = outputFor(request);
    for (const item of output) {
      if (item.type !== 'message' || item.role !== 'assistant') continue;
      for (const part of item.content) {
        if (part.type === 'output_text') yield { type: 'output_text_delta', delta: part.text };
      }
    }
    const usage = { inputTokens: 10, outputTokens: 3, totalTokens: 13 };
    yield { type: 'response_done', response: { id: 'r', usage, output: [...output] } };
  }
}

type Output = protocol.AssistantMessageItem | protocol.FunctionCallItem;

function outputFor({ input }: ModelRequest): Output[] {
  const items: readonly AgentInputItem[] =
    typeof input === 'string' ? [{ type: 'message', role: 'user', content: input }] : input;
  const from = items.findLastIndex((item) => 'role' in item && item.role === 'user');
  const results = items
    .slice(from)
    .flatMap((item) => (item.type === 'function_call_result' ? [JSON.stringify(item.output)] : []));
  const reply = mailModel({ user: JSON.stringify(items[from]), results });
  return reply.call === undefined
    ? [said(reply.text)]
    : [called(reply.call.tool, reply.call.args, `theirs-${items.length}`)];
}

function said(text: string): protocol.AssistantMessageItem {
  const content = [{ type: 'output_text' as const, text }];
  return { type: 'message', role: 'assistant', status: 'completed', content };
}

function called(name: string, args: object, callId: string): protocol.FunctionCallItem {
  return { type: 'function_call', callId, name, arguments: JSON.stringify(args) };
}

const clear = { policy: mailPolicy, approver: 'top' } as const;

function mailAgent(box: MailBox, model: Model = new MailModel()) {
  return new Agent({ name: 'mail', instructions: 'Help.', model, tools: toolsOf(box) });
}

function play({ stream }: { readonly stream: boolean }) {
  return async ({ mail, prompts, approve }: Scene): Promise<Played> => {
    const box = new MailBox(mail);
    const model = new MailModel();
    const { agent, handIn } = guard(mailAgent(box, model), clear);
    const go = async (input: Parameters<typeof run<typeof agent>>[1]) => {
      if (!stream) return run(agent, input);
      const streamed = await run(agent, input, { stream: true });
      await streamed.completed;
      return streamed;
    };
    let history: AgentInputItem[] = [];
    const [asked, answers]: [string[], string[]] = [[], []];
    for (const prompt of prompts) {
      let result = await go(handIn([...history, { role: 'user', content: prompt }]));
      while (result.interruptions.length > 0) {
        for (const item of result.interruptions) {
          asked.push(item.name ?? '');
          if (approve) result.state.approve(item);
          else result.state.reject(item);
        }
        result = await go(result.state);
      }
      answers.push(result.finalOutput ?? '');
      history = result.history;
    }
    const views = model.requests.map(({ input }) => JSON.stringify(input));
    return { answers, asked, sent: box.sent, deleted: box.deleted, views };
  };
}

guardSuite('OpenAI Agents SDK', play({ stream: false }));
guardSuite('OpenAI Agents SDK, streamed', play({ stream: true }));

/** Reads, sends what the mail says, and then a second sum that nobody asked about. */
const greedy: Model = {
  getResponse: ({ input }) => {
    const items = typeof input === 'string' ? [] : input;
    const results = items.filter((item) => item.type === 'function_call_result').length;
    const steps = [{}, { to: 'Mallory', amount: 900 }, { to: 'Mallory', amount: 901 }];
    const isRead = results === 0 || JSON.stringify(items).includes('Mallory');
    const args = isRead ? steps[results] : undefined;
    const name = results === 0 ? 'read_mail' : 'send_money';
    const output = args === undefined ? said('Done.') : called(name, args, `theirs-${results}`);
    return Promise.resolve({ usage: new Usage(), output: [output] });
  },
  getStreamedResponse: () => {
    throw new Error('not streamed');
  },
};

proves('adapters/no-silent-approval', async () => {
  const box = new MailBox('money');
  const { agent, guarantee } = guard(mailAgent(box, greedy), clear);
  expectTypeOf(guarantee).toEqualTypeOf<'full'>();
  const asked = await run(agent, 'Read my mail.');
  const [item] = asked.interruptions;
  if (item === undefined) throw new Error('nothing was asked');
  // "Always" covers calls that nobody was shown: the guard takes it for this call alone.
  asked.state.approve(item, { alwaysApprove: true });
  const done = await run(agent, asked.state);
  expect(done.interruptions).toEqual([]);
  expect(box.sent).toEqual(['900 to Mallory']);
});

proves('adapters/history-only-raises', async () => {
  const [cut, whole] = [new MailBox('harmless'), new MailBox('harmless')];
  const next = { role: 'user', content: 'Now send 5 to Bob.' } as const;
  const begun = guard(mailAgent(cut), clear);
  await run(begun.agent, 'Read my mail.');
  const summary = { role: 'user', content: 'So far: Bob wrote about lunch.' } as const;
  const asked = await run(begun.agent, begun.handIn([summary, next]));
  expect(asked.interruptions.map(({ name }) => name)).toEqual(['send_money']);
  expect(cut.sent).toEqual([]);
  const intact = guard(mailAgent(whole), clear);
  const read = await run(intact.agent, 'Read my mail.');
  await run(intact.agent, intact.handIn([...read.history, next]));
  expect(whole.sent).toEqual(['5 to Bob']);
});

proves('adapters/call-checks', async () => {
  const box = new MailBox('money');
  const { tools, guarantee } = guardTools(toolsOf(box), { policy: mailPolicy, prompt: 'trusted' });
  expectTypeOf(guarantee).toEqualTypeOf<'call-checks'>();
  const agent = new Agent({ name: 'mail', model: new MailModel(), tools });
  await run(agent, 'Please send 5 to Bob.');
  expect(box.sent).toEqual(['5 to Bob']);
  const asked = await run(agent, 'Read my mail.');
  expect(asked.interruptions.map(({ name }) => name)).toEqual(['send_money']);
  for (const item of asked.interruptions) asked.state.approve(item);
  await run(agent, asked.state);
  expect(box.sent).toEqual(['5 to Bob', '900 to Mallory']);
});

proves('adapters/provider-tools', async () => {
  const box = new MailBox('harmless');
  const base = mailAgent(box);
  const other = new Agent({ name: 'other' });
  for (const config of [
    { tools: [webSearchTool()] },
    { handoffs: [other] },
    { toolUseBehavior: 'stop_on_first_tool' as const },
  ]) {
    expect(() => guard(base.clone(config), clear)).toThrow(SluiceError);
  }
  const { agent } = guard(base, clear);
  const kept = run(agent, 'hi', { previousResponseId: 'r' });
  await expect(kept).rejects.toMatchObject({ code: 'tools-invalid' });
  const foreign = agent.clone({ tools: [...agent.tools, foreignTool] });
  await expect(run(foreign, 'hi')).rejects.toMatchObject({ code: 'tools-invalid' });
});

proves('adapters/both-halves', async () => {
  const box = new MailBox('money');
  const { agent } = guard(mailAgent(box), clear);
  const raw = agent.clone({ tools: toolsOf(box) });
  await expect(run(raw, 'Read my mail.')).rejects.toThrow('`read_mail` is without its guard');
  const again = agent.clone({ tools: agent.tools });
  expect((await run(again, 'Read my mail.')).interruptions).toHaveLength(1);
  expect(box.sent).toEqual([]);
});

proves('adapters/one-conversation', async () => {
  const { agent } = guard(mailAgent(new MailBox('harmless')), clear);
  await run(agent, 'Read my mail.');
  const second = run(agent, 'Please send 5 to Bob.');
  await expect(second).rejects.toMatchObject({ code: 'history-invalid' });
});

test('a tool that the person refuses for good is no tool without its guard', async () => {
  const box = new MailBox('money');
  const { agent, handIn } = guard(mailAgent(box), clear);
  const first = await run(agent, 'Read my mail.');
  const ids = new Set(first.interruptions.map(({ rawItem }) => Reflect.get(rawItem, 'callId')));
  for (const item of first.interruptions) first.state.reject(item, { alwaysReject: true });
  const { finalOutput, history } = await run(agent, first.state);
  expect(finalOutput).toBe('Something was refused; the rest is done.');
  const again = handIn([...history, { role: 'user', content: 'Read my mail.' }]);
  const lookedUp = vi.spyOn(RunContext.prototype, 'isToolApproved');
  const next = await run(agent, again);
  expect([next.interruptions.length, box.sent]).toEqual([1, []]);
  // Its result has come: of the first question nothing is kept.
  expect(lookedUp.mock.calls.filter(([{ callId }]) => ids.has(callId))).toEqual([]);
});

const foreignTool = tool({
  name: 'foreign',
  description: 'Was never wrapped.',
  parameters: z.object({}),
  execute: () => 'ran',
});

proves('adapters/own-protections', async () => {
  const heard: string[] = [];
  const box = new MailBox('harmless');
  const agent = mailAgent(box);
  agent.on('agent_start', () => heard.push('start'));
  agent.on('agent_tool_start', (_context, { name }) => heard.push(name));
  agent.on('agent_end', () => heard.push('end'));
  const begun = [guard(agent, clear).agent, guard(agent, clear).agent.clone({ name: 'copy' })];
  for (const each of begun) await run(each, 'Now send 5 to Bob.');
  expect(box.sent).toEqual(['5 to Bob', '5 to Bob']);
  const once = ['start', 'send_money', 'end'];
  expect(heard).toEqual([...once, ...once]);
});

test("the model's own error reaches the app as it is", async () => {
  const model: Model = {
    getResponse: () => Promise.reject(new RangeError('theirs')),
    getStreamedResponse: () => {
      throw new RangeError('theirs');
    },
  };
  const { agent } = guard(mailAgent(new MailBox('harmless'), model), clear);
  await expect(run(agent, 'hi')).rejects.toThrow(RangeError);
});

test('a stream that breaks off is half a reply', async () => {
  let generations = 0;
  const model: Model = {
    getResponse: (request) => new MailModel().getResponse(request),
    async *getStreamedResponse(request) {
      generations += 1;
      if (generations > 1) return yield* new MailModel().getStreamedResponse(request);
      yield await Promise.resolve({ type: 'output_text_delta' as const, delta: 'Half' });
    },
  };
  const { agent } = guard(mailAgent(new MailBox('harmless'), model), clear);
  const streamed = await run(agent, 'hi', { stream: true });
  await streamed.completed;
  expect(streamed.finalOutput).toBe('Half');
});
