import { expect, test } from 'vitest';
import { sluice } from './terminal.ts';

test('its help has an example', async () => {
  const { code, out } = await sluice(['mcp-conformance', '--help']);
  expect(code).toBe(0);
  expect(out).toContain('sluice mcp-conformance fastmcp run {server}');
});

test('it lists what a scenario tries, why, and where that is written', async () => {
  const { code, out } = await sluice(['mcp-conformance', '--list', '--only', 'refusals/batch']);
  expect(code).toBe(0);
  expect(out).toContain('refusals/batch (2025-11-25, 2026-07-28)');
  expect(out).toContain('evades every rule');
  expect(out).toContain('https://modelcontextprotocol.io/specification/2026-07-28');
});

test.each([
  ['no proxy', [], 'no proxy was named'],
  ['a command without its server', ['cat'], '{server}'],
  ['an unknown scenario', ['--only', 'nothing', '{server}'], '--list'],
])('with %s it says what to type', async (_, words, hint) => {
  const { code, errors } = await sluice(['mcp-conformance', ...words]);
  expect(code).toBe(2);
  expect(errors).toContain(hint);
});

test('the scripted server in place of a proxy changes nothing', async () => {
  const only = 'errors,requests/unicode,server-asks,subscriptions';
  const options = ['--json', '--only', only, '--server', 'stdio', '--timeout', '100'];
  const { code, out } = await sluice(['mcp-conformance', ...options, '{server}']);
  expect(JSON.parse(out)).toEqual({
    figures: {
      'mcp.proxy.scenarios': 19,
      'mcp.proxy.holding': 18,
      'mcp.proxy.failing': 0,
      'mcp.proxy.optionalFailing': 0,
      'mcp.proxy.notRun': 1,
    },
    failing: [],
  });
  expect(code).toBe(0);
});
