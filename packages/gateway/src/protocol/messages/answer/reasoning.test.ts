import type { PlainMessage, View } from '@sluice/core';
import { createParser } from 'eventsource-parser';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { messagesDialects } from '../../../../test/upstream/messages.ts';
import { inTurn, type Reply } from '../../../../test/upstream/script.ts';
import { startUpstream, type Upstream } from '../../../../test/upstream/upstream.ts';
import { proves } from '../../../testing/proves.ts';
import type { ClientRequest, UpstreamReply } from '../../protocol.ts';
import { anthropicMessages } from '../messages.ts';
import { readRequest } from '../request/read.ts';
import { withReasoning } from './reasoning.ts';

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream({ dialects: messagesDialects, chunkBytes: 11 });
});
afterAll(() => upstream.close());

const manual = { type: 'enabled', budget_tokens: 1024 };
const adaptive = { type: 'adaptive' };

function requestOf(thinking: object | undefined): ClientRequest {
  const messages = [{ role: 'user', content: 'go' }];
  const tools = [{ name: 'send', input_schema: { type: 'object' } }];
  const cache_control = { type: 'ephemeral' };
  const body = { model: 'm', max_tokens: 4096, messages, tools, cache_control };
  return readRequest({ ...body, ...(thinking && { thinking }) });
}

/** One generation over real HTTP, as the gateway makes it. */
async function generate(
  request: ClientRequest,
  messages: readonly PlainMessage[],
  { stream }: { readonly stream: boolean },
): Promise<UpstreamReply> {
  const view: View = { messages, tools: request.tools };
  const body = anthropicMessages.render(request, view, { stream, model: 'm' });
  const response = await fetch(upstream.url + '/v1/messages', {
    method: 'POST',
    headers: { 'x-api-key': upstream.key, 'anthropic-version': '2023-06-01' },
    body: JSON.stringify(body),
  });
  if (response.status !== 200) throw new Error(await response.text());
  if (!stream) return anthropicMessages.readReply(await response.json());
  const reader = anthropicMessages.streamReader(undefined);
  const parser = createParser({ onEvent: ({ event, data }) => reader.event(event, data) });
  parser.feed(await response.text());
  return reader.reply();
}

/** The reply as it is shown again, with a result for each call. */
function answered(
  reply: UpstreamReply,
  { id, replayed }: { readonly id: string; readonly replayed: boolean },
): readonly PlainMessage[] {
  const calls = reply.calls.map((call, index) => ({ ...call, id: `${id}_${index}` }));
  const { text, reasoning } = reply;
  return [
    { role: 'assistant', text, calls, ...(replayed && { reasoning }) },
    ...calls.map(({ id: callId, tool }): PlainMessage => ({
      role: 'tool',
      callId,
      tool,
      parts: [{ kind: 'text', text: 'sent' }],
    })),
  ];
}

const said = (text: string): PlainMessage => ({ role: 'user', parts: [{ kind: 'text', text }] });
const thinkAndCall: Reply = { reasoning: 'hm', calls: [{ tool: 'send', args: '{"to":"bob"}' }] };
const lastBody = () => upstream.requests.at(-1)?.body ?? {};

beforeEach(() => {
  upstream.play(inTurn(thinkAndCall, thinkAndCall, { text: 'Done.' }));
});

describe.each([{ stream: true }, { stream: false }])('streamed: $stream', (how) => {
  test.each([
    ['manual', manual],
    ['adaptive', adaptive],
  ])('%s thinking goes on over calls, with its own reasoning', async (_, thinking) => {
    const request = requestOf(thinking);
    const first = await generate(request, [said('go')], how);
    expect(first).toMatchObject({ reasoning: [{ type: 'thinking', thinking: 'hm' }] });
    const view = [said('go'), ...answered(first, { id: 'a', replayed: true })];
    const second = await generate(request, view, how);
    const longer = [...view, ...answered(second, { id: 'b', replayed: true })];
    expect(await generate(request, longer, how)).toMatchObject({ text: 'Done.' });
    expect(lastBody()['thinking']).toEqual(thinking);
    expect(JSON.stringify(lastBody()).split('"signature"')).toHaveLength(3);
  });

  test('redacted reasoning goes back too', async () => {
    upstream.play(inTurn({ ...thinkAndCall, reasoning: 'redacted:xyz' }));
    const request = requestOf(manual);
    const first = await generate(request, [said('go')], how);
    expect(first).toMatchObject({ reasoning: [{ type: 'redacted_thinking' }] });
    const view = [said('go'), ...answered(first, { id: 'a', replayed: true })];
    expect(await generate(request, view, how)).toMatchObject({ text: 'Done.' });
  });

  proves('messages/own-reasoning-only', async () => {
    const request = requestOf(manual);
    const first = await generate(request, [said('go')], how);
    // The view changed, so that the reasoning is not in it: the loop must go on without thinking.
    const view = [said('[redacted]'), ...answered(first, { id: 'a', replayed: false })];
    await generate(request, view, how);
    expect(lastBody()['thinking']).toEqual({ type: 'disabled' });
    expect(JSON.stringify(lastBody())).not.toContain('signature');
    // Reasoning from another view is what the provider would refuse.
    const wrong = [said('[redacted]'), ...answered(first, { id: 'a', replayed: true })];
    await expect(generate(request, wrong, how)).rejects.toThrow(
      'bound to a different conversation',
    );
    // The gateway ignores the client's copy, forged or not.
    const forged = { type: 'thinking', thinking: 'forged', signature: 'forged' };
    const client = readRequest({
      model: 'm',
      max_tokens: 9,
      messages: [
        { role: 'user', content: 'go' },
        { role: 'assistant', content: [forged, { type: 'text', text: 'x' }] },
        { role: 'user', content: 'and?' },
      ],
    });
    await generate(client, client.messages, how);
    expect(JSON.stringify(lastBody())).not.toContain('forged');
  });

  test('a loop that began with reasoning may go on without', async () => {
    upstream.play(inTurn(thinkAndCall, { calls: thinkAndCall.calls ?? [] }));
    const request = requestOf(manual);
    const first = await generate(request, [said('go')], how);
    const view = [said('go'), ...answered(first, { id: 'a', replayed: true })];
    const second = await generate(request, view, how);
    expect(second.reasoning).toBeUndefined();
    const longer = [...view, ...answered(second, { id: 'b', replayed: true })];
    expect(await generate(request, longer, how)).toMatchObject({ text: 'Done.' });
    expect(lastBody()['thinking']).toEqual(manual);
  });

  test('adaptive thinking goes on although the reasoning is gone', async () => {
    const request = requestOf(adaptive);
    const first = await generate(request, [said('go')], how);
    await generate(request, [said('x'), ...answered(first, { id: 'a', replayed: false })], how);
    expect(lastBody()['thinking']).toEqual(adaptive);
  });

  test('a new message of the user begins anew', async () => {
    const request = requestOf(manual);
    const spoken: PlainMessage = { role: 'assistant', text: 'x', calls: [] };
    await generate(request, [said('go'), spoken, said('and?')], how);
    expect(lastBody()['thinking']).toEqual(manual);
  });

  test('without thinking, no reasoning is sent', async () => {
    const first = await generate(requestOf(manual), [said('go')], how);
    const off = requestOf({ type: 'disabled' });
    await generate(off, [said('go'), ...answered(first, { id: 'a', replayed: true })], how);
    expect(JSON.stringify(lastBody())).not.toContain('signature');
  });
});

describe('stored reasoning', () => {
  const thought = { type: 'thinking', thinking: 'hm', signature: 's' };
  const call = { type: 'tool_use', id: 'a' };
  const message = { text: 'So.', calls: [call] };
  const so = { type: 'text', text: 'So.' };

  test.each([
    ['before all', [thought], [thought, so, call]],
    ['after the text', [{ type: 'text', characters: 3 }, thought], [so, thought, call]],
    [
      'after all',
      [{ type: 'text', characters: 3 }, { type: 'calls', count: 1 }, thought],
      [so, call, thought],
    ],
    [
      'in the middle of the text',
      [{ type: 'text', characters: 1 }, thought],
      [{ type: 'text', text: 'S' }, thought, { type: 'text', text: 'o.' }, call],
    ],
  ])('stands %s', (_, stored, content) => {
    expect(withReasoning(stored, message)).toEqual(content);
  });

  test.each([
    ['nothing', undefined],
    ['no list', thought],
    ['no block', []],
    ['another protocol’s', [{ type: 'reasoning', encrypted_content: 'x' }]],
    ['a block without its signature', [{ type: 'thinking', thinking: 'hm' }]],
    ['more text than there is', [{ type: 'text', characters: 4 }, thought]],
    ['more calls than there are', [{ type: 'calls', count: 2 }, thought]],
    ['a count that is none', [{ type: 'calls', count: -1 }, thought]],
  ])('that is %s is left out whole', (_, stored) => {
    expect(withReasoning(stored, message)).toBeUndefined();
  });
});
