import { Hono } from 'hono';
import { afterEach, expect, test } from 'vitest';
import { runAgent, type AgentRun } from '../../src/live/agent.ts';
import { serveLocally } from '../../src/serve/local-server.ts';

let close = (): Promise<void> => Promise.resolve();
afterEach(() => close());

/** An agent with one tool, before a model that says what a test wants. */
async function agent(replies: (request: number) => Response): Promise<AgentRun> {
  const app = new Hono();
  let requests = 0;
  app.post('/v1/chat/completions', () => replies(requests++));
  const server = await serveLocally(app);
  close = server.close;
  return runAgent({
    baseUrl: `${server.url}/v1`,
    apiKey: 'none',
    model: 'any',
    system: '',
    prompt: 'Go.',
    tools: [{ name: 'look', description: '', parameters: {}, execute: () => 'sea' }],
    signal: new AbortController().signal,
  });
}

function says(message: object): Response {
  return Response.json({ choices: [{ message }] });
}

function calls(name: string, args: string): Response {
  return says({ tool_calls: [{ id: 'a', function: { name, arguments: args } }] });
}

test('calls are written down, a tool that is not there among them', async () => {
  const replies = [calls('look', '{"at":1}'), calls('luk', '['), says({ content: 'Done.' })];
  expect(await agent((at) => replies[at] ?? says({}))).toMatchObject({
    calls: [
      { tool: 'look', args: { at: 1 } },
      { tool: 'luk', args: {} },
    ],
    answer: 'Done.',
  });
});

test('a loop that does not end is ended', async () => {
  const ran = await agent(() => calls('look', '{}'));
  expect(ran.calls).toHaveLength(40);
  expect(ran.answer).toBe('');
});

test.each([
  ['an error of the server', () => new Response('no', { status: 500 }), '500'],
  ['no message', () => Response.json({ choices: [] }), 'choices'],
  ['no JSON', () => new Response('hello'), 'JSON'],
])('%s is thrown: no grade may come of it', async (_, reply, message) => {
  await expect(agent(reply)).rejects.toThrow(message);
});
