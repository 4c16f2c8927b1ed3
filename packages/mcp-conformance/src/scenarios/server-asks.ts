import { includes, same, type Scenario, type Stage } from '../scenario.ts';
import { legacy } from '../wire/era.ts';
import { at, type Fields, methodOf } from '../wire/message.ts';
import { held, saying, textOf } from './support.ts';

/** A request of the server within a call, and the client's answer to it. */
interface Question {
  readonly name: string;
  readonly why: string;
  readonly page: string;
  readonly method: string;
  readonly params: Fields;
  readonly result: Fields;
}

const questions: readonly Question[] = [
  {
    name: 'sampling',
    why: 'A server that samples through the client gets no answer where the proxy drops it.',
    page: 'sampling',
    method: 'sampling/createMessage',
    params: {
      messages: [{ role: 'user', content: { type: 'text', text: 'Capital of France?' } }],
      modelPreferences: { hints: [{ name: 'small' }], costPriority: 0.3 },
      systemPrompt: 'Be brief.',
      maxTokens: 10,
      tools: [{ name: 'look', inputSchema: { type: 'object' } }],
    },
    result: {
      role: 'assistant',
      model: 'm-1',
      stopReason: 'endTurn',
      content: { type: 'text', text: 'Paris' },
    },
  },
  {
    name: 'elicitation',
    why: 'A form that lost a field or its format asks the user for something else.',
    page: 'elicitation',
    method: 'elicitation/create',
    params: {
      mode: 'form',
      message: 'Which account?',
      requestedSchema: {
        type: 'object',
        properties: {
          account: { type: 'string', enum: ['a', 'b'], enumNames: ['A', 'B'] },
          when: { type: 'string', format: 'date-time', default: '2026-01-01T00:00:00Z' },
        },
        required: ['account'],
      },
    },
    result: { action: 'accept', content: { account: 'b', when: '2026-02-03T04:05:06Z' } },
  },
  {
    name: 'elicitation-declined',
    why: 'A refusal of the user that became an acceptance acts against the user.',
    page: 'elicitation',
    method: 'elicitation/create',
    params: { mode: 'form', message: 'Pay?', requestedSchema: { type: 'object', properties: {} } },
    result: { action: 'decline' },
  },
  {
    name: 'elicitation-url',
    why: 'The address of a sign-in page must arrive with each character.',
    page: 'elicitation',
    method: 'elicitation/create',
    params: {
      mode: 'url',
      message: 'Sign in',
      elicitationId: 'e-1',
      url: 'https://a.example/s?state=%2Fx%20y&n=1',
    },
    result: { action: 'accept' },
  },
  {
    name: 'roots',
    why: 'A file server without the roots of its client opens the wrong folder, or none.',
    page: 'roots',
    method: 'roots/list',
    params: {},
    result: { roots: [{ uri: 'file:///home/a%20b', name: 'A', _meta: { 'com.example/x': 1 } }] },
  },
];

export const serverAsks: readonly Scenario[] = questions.map((question) => ({
  name: `server-asks/${question.name}`,
  why: question.why,
  source: `specification/2025-11-25/client/${question.page}`,
  eras: [legacy],
  run: (stage) => asked(stage, question),
}));

async function asked(stage: Stage, { method, params, result }: Question): Promise<void> {
  const client = await stage.connect();
  const { call, pending } = await held(stage, client);
  const isEmpty = Object.keys(params).length === 0;
  call.send({ jsonrpc: '2.0', id: 'ask-1', method, ...(isEmpty ? {} : { params }) });
  const question = await stage.until(
    `${method} at the client`,
    client.inbox.take((message) => methodOf(message) === method),
  );
  includes(at(question.fields, 'params'), params, 'params');
  await client.respond(at(question.fields, 'id'), result);
  const response = await stage.until('the answer', stage.server.response('ask-1'));
  includes(at(response.message.fields, 'result'), result, 'result');
  call.answer(saying(call, 'done'));
  same(textOf(await stage.until('the result', pending.answer)), 'done', 'text');
}
