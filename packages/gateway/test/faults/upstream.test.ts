import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { proves } from '../../src/testing/proves.ts';
import { startRig, type Rig } from '../gateway/harness.ts';
import { bearer, send, type RawResponse } from '../attacks/raw.ts';
import type { Fault, Script } from '../upstream/script.ts';

// An upstream that hangs is given up after a moment.
vi.mock('../../src/limits.ts', async (original) => {
  const { limits } = await original<typeof import('../../src/limits.ts')>();
  return { limits: { ...limits, modelMsMax: 400 } };
});

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ wait: 0 });
});
afterAll(async () => rig[Symbol.asyncDispose]());

const name = 'send_money';
const parameters = { type: 'object', properties: {} };
const user = [{ role: 'user', content: 'Pay Bob.' }];
const common = { model: 'm', max_tokens: 100 };

/** The same request in each protocol. */
const protocols = {
  '/v1/chat/completions': {
    ...common,
    messages: user,
    tools: [{ type: 'function', function: { name, parameters } }],
  },
  '/v1/messages': {
    ...common,
    messages: user,
    tools: [{ name, input_schema: parameters }],
  },
  '/v1/responses': {
    model: 'm',
    input: user,
    tools: [{ type: 'function', name, parameters, strict: false }],
  },
} as const;

const pay = { calls: [{ tool: name, args: '{"to":"bob","amount":5000}' }] };
const faults: readonly (readonly [string, Fault, readonly number[]])[] = [
  ['429', { fault: 'status', status: 429, retryAfterS: 7 }, [429]],
  ['500', { fault: 'status', status: 500 }, [502]],
  ['503', { fault: 'status', status: 503 }, [503]],
  ['401', { fault: 'status', status: 401 }, [401]],
  ['a page of HTML', { fault: 'garbage' }, [502]],
  ['nothing, for ever', { fault: 'hang' }, [504]],
  ['half a text', { fault: 'truncated', reply: { text: 'so it begins, and' } }, [200, 502]],
  ['half a stream of a call', { fault: 'truncated', reply: pay, afterEvents: 3 }, [200, 502]],
  ['half a call', { fault: 'half-call', reply: pay }, [200]],
];

async function answered(path: keyof typeof protocols, stream: boolean): Promise<RawResponse> {
  const headers = { ...bearer(rig.key), 'anthropic-version': '2023-06-01' };
  const body = JSON.stringify({ ...protocols[path], ...(stream && { stream }) });
  return send(rig, { path, headers, body });
}

const paths = ['/v1/chat/completions', '/v1/messages', '/v1/responses'] as const;

describe.each(paths)('%s, whose upstream', (path) => {
  describe.each([false, true])('streams: %s', (stream) => {
    test.each(faults)('gives %s', async (_, fault, statuses) => {
      rig.upstream.play(() => fault);
      const response = await answered(path, stream);
      expect(statuses).toContain(response.status);
      expect(response.text).not.toMatch(/scripted error|<html>|bob/);
      const isHalf = fault.fault === 'half-call';
      expect(response.text).toMatch(isHalf ? /finish_reason|stop_reason|incomplete/ : /"error":/);
      expect(response.isBroken).toBe(response.status === 200 && !isHalf);
      expect(response.headers['retry-after']).toBe(response.status === 429 ? '7' : undefined);
      rig.upstream.play(() => ({ text: 'All is well.' }));
      const next = await answered(path, stream);
      expect(next.status).toBe(200);
      expect(next.text.replaceAll(/[^A-Za-z. ]/g, '')).toContain('well.');
    });
  });
});

const openai = (): OpenAI =>
  new OpenAI({ apiKey: rig.key, baseURL: `${rig.gateway().url}/v1`, maxRetries: 2 });

proves('fault/upstream', async () => {
  const scripts: readonly Script[] = faults.map(
    ([, fault]) =>
      () =>
        fault,
  );
  for (const script of scripts.slice(0, 6)) {
    rig.upstream.play(script);
    const anthropic = new Anthropic({
      apiKey: rig.key,
      baseURL: rig.gateway().url,
      maxRetries: 0,
    });
    const asked = anthropic.messages.create({
      ...common,
      messages: [{ role: 'user', content: 'x' }],
    });
    await expect(asked).rejects.toBeInstanceOf(Anthropic.APIError);
    const chat = new OpenAI({
      apiKey: rig.key,
      baseURL: `${rig.gateway().url}/v1`,
      maxRetries: 0,
    }).chat.completions.create({ model: 'm', messages: [{ role: 'user', content: 'x' }] });
    await expect(chat).rejects.toBeInstanceOf(OpenAI.APIError);
  }
});

test('the SDK’s own retries get through, and the run is the same', async () => {
  let left = 2;
  rig.upstream.play(() => {
    left -= 1;
    return left >= 0 ? { fault: 'status', status: 503 } : { text: 'Here.' };
  });
  const messages = [{ role: 'user' as const, content: 'retry this' }];
  const { data, response } = await openai()
    .chat.completions.create({ model: 'm', messages })
    .withResponse();
  expect(data.choices[0]?.message.content).toBe('Here.');
  expect(response.status).toBe(200);
});

proves('fault/half-a-call', async () => {
  rig.upstream.play(() => ({ fault: 'half-call', reply: pay }));
  for (const path of paths) {
    for (const stream of [false, true]) {
      const asked = rig.upstream.requests.length;
      const { text } = await answered(path, stream);
      expect(text).not.toContain('bob');
      expect(text).toMatch(/length|max_tokens|max_output_tokens/);
      // A reply that broke off would break off again: the model is not asked eleven times.
      expect(rig.upstream.requests.length).toBeLessThanOrEqual(asked + 2);
      expect(await rig.questions()).toEqual([]);
    }
  }
});
