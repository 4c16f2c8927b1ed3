import {
  Agent,
  run,
  setTracingDisabled,
  tool,
  Usage,
  type AgentInputItem,
  type Model,
  type ModelRequest,
  type protocol,
  type StreamEvent,
} from '@openai/agents';
import { z } from 'zod';
import { guardSuite, type Played, type Scene } from '../../test/guard-suite.ts';
import { MailBox, mailModel, mailPolicy, toolText } from '../../test/mail-agent.ts';
import { guard } from './openai-agents.ts';

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
  if (reply.call !== undefined) {
    const { tool: name, args } = reply.call;
    return [{ type: 'function_call', callId: 'theirs', name, arguments: JSON.stringify(args) }];
  }
  const content = [{ type: 'output_text' as const, text: reply.text }];
  return [{ type: 'message', role: 'assistant', status: 'completed', content }];
}

function play({ stream }: { readonly stream: boolean }) {
  return async ({ mail, prompts, approve }: Scene): Promise<Played> => {
    const box = new MailBox(mail);
    const model = new MailModel();
    const { agent } = guard(
      new Agent({ name: 'mail', instructions: 'Help.', model, tools: toolsOf(box) }),
      { policy: mailPolicy, approver: 'top' },
    );
    const go = async (input: Parameters<typeof run<typeof agent>>[1]) => {
      if (!stream) return run(agent, input);
      const streamed = await run(agent, input, { stream: true });
      await streamed.completed;
      return streamed;
    };
    let history: AgentInputItem[] = [];
    const [asked, answers]: [string[], string[]] = [[], []];
    for (const prompt of prompts) {
      let result = await go([...history, { role: 'user', content: prompt }]);
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
