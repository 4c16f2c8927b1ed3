import { expect, test } from 'vitest';
import { read, resultTo } from '../message.ts';
import type { ServerWay } from '../http/server-way.ts';
import { SessionWay } from './session-way.ts';

test('two requests with one id have two in the session that they share', async () => {
  const heard: unknown[] = [];
  const way: ServerWay = {
    ask: async ({ message }, hearing) => {
      const said = message && read(message);
      if (said?.kind !== 'request') return;
      const { id, method, params } = said;
      hearing.head({ status: 200, isStream: true, session: 's', challenge: undefined });
      if (method === 'initialize') return await hearing.message(resultTo(id, {}), undefined);
      heard.push(id);
      // A server that knows requests by their ids gives the one the answer to the other.
      await hearing.message(resultTo('sluice-0', { of: 'another' }), undefined);
      await hearing.message(resultTo(id, { of: params['name'] }), undefined);
    },
  };
  const sessions = new SessionWay(way);
  const { signal } = new AbortController();
  const answers = ['read_mail', 'look_up'].map(async (name) => {
    const params = { name };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params } as const;
    const got: unknown[] = [];
    await sessions.ask(
      { verb: 'POST', message, headers: {}, signal },
      { head: () => {}, aside: () => {}, message: async (given) => void got.push(given) },
    );
    return got;
  });
  expect(await Promise.all(answers)).toEqual(
    ['read_mail', 'look_up'].map((of) => [resultTo(1, { resultType: 'complete', of })]),
  );
  expect(new Set(heard).size).toBe(2);
});
