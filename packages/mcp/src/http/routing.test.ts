import { expect, test } from 'vitest';
import { passedChecked } from './routing.ts';

test('a header that repeats an argument passes where it says the same', () => {
  const args = { region: 'eu west', place: { tenant: 7 }, note: 'für' };
  const params = { name: 'look_up', arguments: args };
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params } as const;
  const own = {
    'mcp-param-region': 'eu west',
    'mcp-param-tenant': '7',
    'mcp-param-note': '=?base64?ZsO8cg==?=',
  };
  const others = { 'mcp-param-own': 'hunter2', authorization: 'Bearer key' };
  expect(passedChecked({ ...own, ...others }, message)).toEqual(own);
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' } as const;
  expect(passedChecked(own, list)).toEqual({});
});
