import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { tellClient, Unanswered } from '../src/mcp/client-end.ts';
import { programIn, serverNameOf } from '../src/mcp/server-name.ts';

describe('the name of a server', () => {
  test.each([
    ['npx -y @modelcontextprotocol/server-filesystem /srv', 'filesystem'],
    ['npx @playwright/mcp@latest', 'mcp'],
    ['uvx mcp-server-git --repository x', 'git'],
    ['node /srv/my_tools/server.js', 'server'],
    ['/usr/local/bin/github-mcp-server stdio', 'github'],
  ])('%s', (line, name) => {
    expect(serverNameOf(line.split(' '))).toBe(name);
  });

  test('the package is what a policy is found by', () => {
    expect(programIn(['npx', '-y', '@a/b@1.2', 'x'])).toBe('@a/b@1.2');
  });
});

test('what waits when the gateway goes is answered, once, and nothing else is', () => {
  const unanswered = new Unanswered();
  const jsonrpc = '2.0';
  unanswered.sent({ jsonrpc, id: 1, method: 'tools/call' });
  unanswered.sent({ jsonrpc, id: 'two', method: 'tools/call' });
  unanswered.sent({ jsonrpc, method: 'notifications/initialized' });
  // A request of the server's under the same id is no answer.
  unanswered.delivered({ jsonrpc, id: 1, method: 'roots/list' });
  unanswered.delivered({ jsonrpc, id: 'two', result: {} });
  const message = expect.stringContaining('Restart this client');
  expect(unanswered.end()).toMatchObject([{ id: 1, error: { message } }]);
  expect(unanswered.end()).toEqual([]);
});

test('an answer that no client would read is an error that says what to do', () => {
  const output = new PassThrough();
  const streams = { input: new PassThrough(), output };
  const result = { content: [{ type: 'text', text: 'x'.repeat(10_500_000) }] };
  tellClient(streams, { jsonrpc: '2.0', id: 7, result });
  const said: unknown = JSON.parse(String(output.read()));
  expect(said).toMatchObject({
    id: 7,
    error: { message: expect.stringContaining('Ask for less') },
  });
});
