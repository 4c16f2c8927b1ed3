import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { someQuestion } from '../../test/temporary-store.ts';
import { proves } from '../testing/proves.ts';
import { announcementOf } from './announcement.ts';
import { webhookLimits } from './limits.ts';
import { signatureHeaders, webhookKey } from './signature.ts';
import { Webhook, type WebhookOptions } from './webhook.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const place = { tenant: 'acme', run: 'run1', declared: new Set(['send_money']) };
const announcement = announcementOf(
  someQuestion({ request: '{"tool":"send_money","args":"{\\"to\\":\\"hunter2\\"}"}' }),
  place,
);

interface Got {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type Answer = number | 'hang' | 'drop';

/** A receiver that gives these answers in turn, the last one again and again. */
async function receiver(...answers: readonly Answer[]): Promise<{ url: string; got: Got[] }> {
  const got: Got[] = [];
  const server = createServer((request, response) => {
    const take = async (): Promise<void> => {
      got.push({ headers: request.headers, body: await textOf(request) });
      const answer = answers[Math.min(got.length, answers.length) - 1] ?? 200;
      if (answer === 'drop') request.socket.destroy();
      else if (answer !== 'hang') response.writeHead(answer, { location: '/elsewhere' }).end('no');
    };
    void take();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook?a=b`, got };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

function webhook(more: Partial<WebhookOptions> & { url: string }): {
  hook: Webhook;
  failed: string[];
} {
  const failed: string[] = [];
  const made = new Webhook({
    secret,
    nowMs: () => 1_614_265_330_000,
    linkTo: (id) => `http://127.0.0.1:4141/api/questions/${id}`,
    onFailed: (id) => void failed.push(id),
    pauseMs: 1,
    ...more,
  });
  onTestFinished(async () => await made.close());
  return { hook: made, failed };
}

describe('what is told', () => {
  proves('operator/webhook-no-values', async () => {
    const { url, got } = await receiver(200);
    webhook({ url }).hook.announce(announcement);
    await expect.poll(() => got.length).toBe(1);
    const { headers = {}, body = '' } = got[0] ?? {};
    const id = `ap_${'0'.repeat(32)}`;
    expect(JSON.parse(body)).toEqual({
      id,
      tenant: 'acme',
      run: 'run1',
      tool: 'send_money',
      expires: '1970-01-01T00:00:10.000Z',
      url: `http://127.0.0.1:4141/api/questions/${id}`,
    });
    expect(headers).toMatchObject(
      signatureHeaders(webhookKey(secret), { id, timestamp: 1_614_265_330, body }),
    );
    expect(JSON.stringify(got)).not.toMatch(/hunter2|whsec/);
  });

  test.each([
    ['an undeclared tool', '{"tool":"hunter2"}'],
    ['an answer', '{"tool":""}'],
    ['no JSON', 'hunter2'],
    ['another form', '{"tool":{"send_money":1}}'],
  ])('of %s only that there is a question', (_, request) => {
    const told = announcementOf(someQuestion({ request }), place);
    expect(told.tool).toBeUndefined();
    expect(JSON.stringify(told)).not.toContain('hunter2');
  });

  test('the signature is that of Standard Webhooks', () => {
    const body = '{"test": 2432232314}';
    const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
    const headers = signatureHeaders(webhookKey(secret), { id, timestamp: 1_614_265_330, body });
    expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  test.each([
    '',
    'secret',
    'not base64 at all, but long enough',
    'whsec_',
    'whsec_c2hvcnQ=',
    `whsec_${'A'.repeat(120)}`,
  ])('%j is no secret, and is not repeated', (text) => {
    expect(() => webhookKey(text)).toThrow('the webhook’s secret is not valid');
  });
});

describe('delivery', () => {
  proves('operator/webhook-never-blocks', async () => {
    const { url, got } = await receiver('hang');
    const { hook, failed } = webhook({ url });
    // Nothing is awaited here: the receiver never answers.
    for (let at = 0; at < webhookLimits.openMax + 3; at++) hook.announce(announcement);
    expect(failed).toHaveLength(3);
    await hook.close();
    expect(failed).toHaveLength(webhookLimits.openMax + 3);
    expect(got.length).toBeLessThanOrEqual(webhookLimits.connectionsMax);
    hook.announce(announcement);
    expect(failed).toHaveLength(webhookLimits.openMax + 4);
  });

  test.each<[string, readonly Answer[], number]>([
    ['an error of the server', [500, 503, 200], 3],
    ['a lost connection', ['drop', 204], 2],
    ['too many requests', [429, 200], 2],
  ])('is tried again after %s, with the same id and signature', async (_, answers, times) => {
    const { url, got } = await receiver(...answers);
    const { hook, failed } = webhook({ url });
    hook.announce(announcement);
    await expect.poll(() => got.length, { timeout: 60_000 }).toBe(times);
    const signatures = got.map(({ headers, body }) => [headers['webhook-signature'], body]);
    expect(new Set(signatures.map(String)).size).toBe(1);
    await expect.poll(() => hook.open).toBe(0);
    expect(failed).toEqual([]);
  });

  test('is given up after some tries', async () => {
    const { url, got } = await receiver(500);
    const { hook, failed } = webhook({ url });
    hook.announce(announcement);
    await expect.poll(() => failed, { timeout: 60_000 }).toEqual([announcement.id]);
    expect(got).toHaveLength(1 + webhookLimits.retriesMax);
  });

  test.each([301, 302, 307, 400, 401, 404, 410])('is given up at once on %i', async (status) => {
    const { url, got } = await receiver(status);
    const { hook, failed } = webhook({ url });
    hook.announce(announcement);
    await expect.poll(() => failed).toEqual([announcement.id]);
    expect(got).toHaveLength(1);
  });

  test('to where nobody listens is given up, and nothing else happens', async () => {
    const { hook, failed } = webhook({ url: 'http://127.0.0.1:1/hook' });
    hook.announce(announcement);
    await expect.poll(() => failed, { timeout: 60_000 }).toEqual([announcement.id]);
  });
});
