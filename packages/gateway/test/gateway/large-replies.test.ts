import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { heapShares } from '../../src/server/heap.ts';
import { limits } from '../../src/limits.ts';
import { say } from '../identity/client.ts';
import { bearer } from '../attacks/raw.ts';
import { askingRig } from '../attacks/asking.ts';
import { startRig, until, type Rig } from './harness.ts';

function wholeReply(content: string): string {
  const message = { role: 'assistant', content };
  return JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] });
}

function streamedReply(...contents: readonly string[]): string {
  const event = (choice: object): string => `data: ${JSON.stringify({ choices: [choice] })}\n\n`;
  const all = contents.map((content) => event({ index: 0, delta: { content } }));
  return `${all.join('')}${event({ index: 0, delta: {}, finish_reason: 'stop' })}data: [DONE]\n\n`;
}

async function answered(rig: Rig, stream: boolean): Promise<string> {
  const response = await fetch(`${rig.gateway().url}/v1/chat/completions`, {
    method: 'POST',
    headers: { ...bearer(rig.key), 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'm', stream, messages: [say('user', 'hello')] }),
  });
  let text = '';
  try {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString();
  } catch {
    // A stream that has begun breaks off behind its error.
  }
  return text;
}

const json = 'application/json';
const events = 'text/event-stream';

test('a long reply is passed on, whole and as a stream', async () => {
  await using rig = await startRig();
  // More than a small body on the wire, and less in characters.
  const said = '\n"'.repeat(limits.replyUnitsMax / 2);
  rig.upstream.play(() => ({ fault: 'bytes', type: json, text: wholeReply(said) }));
  expect(await answered(rig, false)).toContain(JSON.stringify(said));
  rig.upstream.play(() => ({ fault: 'bytes', type: events, text: streamedReply(said) }));
  expect(await answered(rig, true)).toContain(JSON.stringify(said));
});

test.each<[string, boolean, () => string]>([
  ['says more than any model', false, () => wholeReply('x'.repeat(limits.replyUnitsMax + 1))],
  ['says more in one event', true, () => streamedReply('x'.repeat(limits.replyUnitsMax + 1))],
  [
    'says more in many',
    true,
    () => streamedReply(...Array.from({ length: 1_100 }, () => 'x'.repeat(1_000))),
  ],
  ['is larger than is read', false, () => wholeReply('x'.repeat(limits.upstreamBytesMax))],
  ['has an event that is', true, () => streamedReply('x'.repeat(limits.upstreamBytesMax))],
])('a reply that %s is an error that says so', async (_, stream, text) => {
  await using rig = await startRig();
  rig.upstream.play(() => ({ fault: 'bytes', type: stream ? events : json, text: text() }));
  expect(await answered(rig, stream)).toContain('upstream_too_large');
  // The next request is served.
  rig.upstream.play(() => ({ text: 'Hello.' }));
  expect(await answered(rig, stream)).toContain('Hello.');
});

test('questions of large requests starve no other', async () => {
  await using rig = await askingRig({ wait: 100 });
  const atOnce = Math.floor(heapShares().bodyBytesMax / limits.bodyBytesMax);
  const padding = ' '.repeat(limits.smallBodyBytesMax);
  // A body that does not say its length takes the room of the largest.
  const asked = Array.from({ length: atOnce + 1 }, async (_, at) => {
    const messages = [say('user', `pay {"to":"mallory ${at}"}`)];
    const tools = [{ type: 'function', function: { name: 'send_money', parameters: {} } }];
    const body = `${JSON.stringify({ model: 'm', messages, tools })}${padding}`;
    const init = {
      method: 'POST',
      headers: { ...bearer(rig.key), 'content-type': 'application/json' },
      body: Readable.toWeb(Readable.from([Buffer.from(body)])),
      duplex: 'half',
    } as const;
    return (await fetch(`${rig.gateway().url}/v1/chat/completions`, init)).text();
  });
  const first = await Promise.race(asked);
  expect(first).toContain('Waiting for a person');
  await until(async () => ((await rig.questions()).length === asked.length ? true : undefined));
  await rig.gateway().close();
  await Promise.all(asked);
});
