import { describe, expect, test } from 'vitest';
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
