import { includes, same, type Scenario } from '../scenario.ts';
import { modern } from '../wire/era.ts';
import { at, type Fields } from '../wire/message.ts';
import { callTool, saying, textOf } from './support.ts';

const source = 'specification/2026-07-28/basic/patterns/mrtr';
const eras = [modern] as const;
const requestState = 'v1.eyJhIjoiPT0ifQ==.\u00fc/+_-~ opaque';

const inputRequests: Fields = {
  'git hub': {
    method: 'elicitation/create',
    params: {
      mode: 'form',
      message: 'Your name?',
      requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
      'com.example': { hint: true },
    },
  },
  roots: { method: 'roots/list' },
};

const inputResponses: Fields = {
  'git hub': { action: 'accept', content: { name: 'Zoë', empty: '' } },
  roots: { roots: [] },
};

const asking = { resultType: 'input_required', inputRequests, requestState };

export const inputRequired: readonly Scenario[] = [
  {
    name: 'input-required/questions',
    why: 'The questions of the server are what the client shows its user.',
    source,
    eras,
    run: async (stage) => {
      stage.server.on('tools/call', (call) => call.answer(asking));
      const { fields } = await callTool(await stage.connect());
      same(at(fields, 'result', 'resultType'), 'input_required', 'resultType');
      same(at(fields, 'result', 'inputRequests'), inputRequests, 'inputRequests');
    },
  },
  {
    name: 'input-required/state-out',
    why: 'The state is sealed by the server: one changed byte and it is refused.',
    source,
    eras,
    run: async (stage) => {
      stage.server.on('tools/call', (call) =>
        call.answer(isRetry(at(call.message.fields, 'params')) ? saying(call, 'done') : asking),
      );
      const client = await stage.connect();
      const first = await callTool(client);
      const state = at(first.fields, 'result', 'requestState');
      const retry = await callTool(client, { inputResponses, requestState: state });
      same(textOf(retry), 'done', 'text');
      const sent = stage.server.calls.all.findLast(({ method }) => method === 'tools/call');
      same(at(sent?.message.fields, 'params', 'requestState'), requestState, 'requestState');
    },
  },
  {
    name: 'input-required/responses-in',
    why: 'The answers of the user go to the server that asked, as they were given.',
    source,
    eras,
    run: async (stage) => {
      stage.server.on('tools/call', (call) =>
        call.answer(isRetry(at(call.message.fields, 'params')) ? saying(call, 'done') : asking),
      );
      const client = await stage.connect();
      const { fields } = await callTool(client);
      const state = at(fields, 'result', 'requestState');
      await callTool(client, { inputResponses, requestState: state });
      const sent = stage.server.calls.all.findLast(({ method }) => method === 'tools/call');
      includes(
        at(sent?.message.fields, 'params', 'inputResponses'),
        inputResponses,
        'inputResponses',
      );
    },
  },
  {
    name: 'input-required/state-only',
    why: 'Only the client retries; a proxy that retries for it loops or acts twice.',
    source,
    eras,
    run: async (stage) => {
      const waiting = { resultType: 'input_required', requestState };
      stage.server.on('tools/call', (call) =>
        call.answer(isRetry(at(call.message.fields, 'params')) ? saying(call, 'done') : waiting),
      );
      const { fields } = await callTool(await stage.connect());
      same(at(fields, 'result', 'resultType'), 'input_required', 'resultType');
      same(stage.server.count('tools/call'), 1, 'calls at the server');
    },
  },
  {
    name: 'input-required/resource',
    why: 'Reading a resource and getting a prompt may ask, too.',
    source,
    eras,
    run: async (stage) => {
      stage.server.on('resources/read', (call) => call.answer(asking));
      const client = await stage.connect();
      const { fields } = await client.request('resources/read', { uri: 'file:///a' }).answer;
      includes(at(fields, 'result'), asking, 'result');
    },
  },
];

function isRetry(params: unknown): boolean {
  return at(params, 'requestState') !== undefined;
}
