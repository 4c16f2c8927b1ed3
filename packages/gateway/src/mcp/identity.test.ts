import { expect, test } from 'vitest';
import { identityOf } from './identity.ts';

const program = (command: string, ...args: string[]) => identityOf({ command, args });
const address = (url: string) => identityOf({ url });

test.each([
  ['a value behind a flag', program('server', '--token', 'hunter2')],
  ['a value before the package', program('npx', '--key', 'hunter2', 'server-files')],
  ['an argument of another program', program('/opt/server', 'hunter2')],
  ['a part of a path', address('https://tools.example/mcp/hunter2')],
  ['a query', address('https://tools.example/mcp?key=hunter2')],
  ['a name and a password', address('https://ann:hunter2@tools.example/mcp')],
])('no secret is shown: %s', (_, identity) => {
  expect(identity).not.toContain('hunter2');
  expect(identity).toMatch(/sha256:[0-9a-f]{32}$/);
});

test.each([
  [program('npx', '-y', '@acme/files@1.2.3', '/srv'), 'npx @acme/files@1.2.3 arguments '],
  [program('node', 'server.js', '--token=x'), 'node server.js arguments '],
  [program('python3', '-m', 'mcp_server'), 'python3 mcp_server arguments '],
  [address('https://tools.example/v1/mcp?key=x'), 'https://tools.example/v1/mcp address '],
])('shows which server it is: %s', (identity, begins) => {
  expect(identity.startsWith(begins)).toBe(true);
});

test.each([
  [program('server', '--token', 'a'), program('server', '--token', 'b')],
  [address('https://tools.example/mcp/a1'), address('https://tools.example/mcp/a2')],
  [address('https://tools.example/mcp?of=a'), address('https://tools.example/mcp?of=b')],
])('two that differ in what is not shown are two: %s', (one, other) => {
  expect(one).not.toBe(other);
});
