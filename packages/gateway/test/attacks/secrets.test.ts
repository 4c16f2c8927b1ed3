import { describe, expect, test } from 'vitest';
import { proves } from '../../src/testing/proves.ts';
import { mailPolicy, startRig, type Rig } from '../gateway/harness.ts';
import type { Script } from '../upstream/script.ts';
import { ask, say } from '../identity/client.ts';
import { askingRig, callerOf } from './asking.ts';
import { bearer, goodBody, send, sendJson, type RawResponse } from './raw.ts';

const secret = 'CANARY5c1e7f';

/** Every byte that left the gateway towards its clients and its log. */
function emitted(rig: Rig, responses: readonly RawResponse[]): string {
  return JSON.stringify([responses, rig.log]);
}

const faults: readonly Script[] = [
  () => ({ fault: 'status', status: 401 }),
  () => ({ fault: 'status', status: 500 }),
  () => ({ fault: 'status', status: 429, retryAfterS: 7 }),
  () => ({ fault: 'garbage' }),
  () => ({ fault: 'truncated', reply: { text: 'half of it' }, afterEvents: 1 }),
  () => ({ fault: 'half-call', reply: { calls: [{ tool: 'send_money', args: '{"to":"eve"}' }] } }),
  () => ({ calls: [{ tool: 'send_money', args: '{"to":' }] }),
];

describe('what the gateway emits', () => {
  proves('run/no-secrets-out', async () => {
    await using rig = await startRig({ wait: 0 });
    const other = await rig.addKey('other');
    const responses: RawResponse[] = [];
    for (const script of faults) {
      rig.upstream.play(script);
      for (const stream of [false, true]) {
        const messages = [{ role: 'user', content: `Hello ${secret}` }];
        responses.push(await sendJson(rig, { ...goodBody, messages, stream }));
      }
    }
    const headers = bearer(rig.key);
    responses.push(
      await sendJson(rig, { ...goodBody, [`x-${secret}`]: secret }).then(withoutReport),
      await sendJson(rig, { ...goodBody, temperature: secret }),
      await sendJson(rig, { ...goodBody, messages: [{ role: secret, content: secret }] }),
      await sendJson(rig, { ...goodBody, tools: [{ type: secret, [secret]: 1 }] }).then(
        withoutReport,
      ),
      await sendJson(rig, { ...goodBody, n: 2, [secret]: secret }),
      await send(rig, { path: `/v1/${secret}`, headers }),
      await send(rig, { path: `/v1/models?key=${secret}`, method: 'GET', headers }),
      await send(rig, { headers: { authorization: `Bearer ${secret}` } }),
      await send(rig, { headers: { ...headers, 'x-sluice-label': secret } }).then(withoutFields),
      await send(rig, { headers, body: `{"${secret}"` }),
      await send(rig, { headers: { authorization: `Bearer sk-sluice-${'A'.repeat(43)}` } }),
    );
    const all = emitted(rig, responses);
    expect(responses.filter(({ status }) => status >= 400).length).toBeGreaterThan(15);
    for (const each of [
      secret,
      rig.upstream.key,
      rig.key,
      other,
      'scripted error',
      'Bad gateway',
    ]) {
      expect(all).not.toContain(each);
    }
    expect(all).not.toContain(rig.folder);
  });

  test('a refusal by error names no value of the call', async () => {
    const policy = mailPolicy.replace('onViolation: ask', 'onViolation: block');
    const profile = '    refusals: error\n';
    await using rig = await askingRig({ policy, profile });
    const messages = [say('user', `pay {"to":"${secret}"}`)];
    const response = await sendJson(rig, { ...goodBody, messages, tools: toolsOf('send_money') });
    expect(response.status).toBe(400);
    expect(emitted(rig, [response])).not.toContain(secret);
  });

  test('a question tells its client an id and nothing else', async () => {
    await using rig = await askingRig();
    const got = await ask(callerOf(rig), { messages: [say('user', `pay {"to":"${secret}"}`)] });
    expect(got.message?.content).toMatch(/^Waiting for a person to decide: ap_[0-9a-f]{32}\./);
    expect(JSON.stringify([got, rig.log])).not.toContain(secret);
  });
});

/** Names of fields are quoted, by promise: they are how one finds the mistake. */
function withoutFields(response: RawResponse): RawResponse {
  expect(response.status).toBe(400);
  return { ...response, text: '' };
}

/** So are those that were left out, to the client that sent them, and to nobody else. */
function withoutReport({ headers, ...response }: RawResponse): RawResponse {
  const { 'x-sluice-dropped': dropped, ...others } = headers;
  expect(dropped).toEqual(expect.any(String));
  return { ...response, headers: others };
}

function toolsOf(name: string): readonly object[] {
  return [{ type: 'function', function: { name, parameters: {} } }];
}
