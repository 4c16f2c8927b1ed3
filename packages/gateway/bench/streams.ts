import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../../core/bench/measure.ts';
import type { Child } from './child.ts';
import { Conversation, small } from './conversation.ts';
import type { Pair } from './latency.ts';
import { Client, type Target } from './load.ts';
import { firstWord } from './servers/upstream-bytes.ts';

const openStreams = 1_000;
const settleMs = 2_000;

/** Milliseconds until the first word of a stream, over the bare pass-through; in turns. */
export async function addedToFirstWord(
  { bare, other }: Pair,
  { requests }: { readonly requests: number },
): Promise<{ readonly addedMs: number; readonly bareMs: number }> {
  const clients = [new Client(bare, 1), new Client(other, 1)] as const;
  const times: [number[], number[]] = [[], []];
  for (let request = -50; request < requests; request += 1) {
    for (const [at, client] of clients.entries()) {
      const body = new Conversation(small).body({ stream: true });
      const ms = await client.firstWord(body, firstWord);
      if (request >= 0) times[at]?.push(ms);
    }
  }
  await Promise.all(clients.map((client) => client.close()));
  return { addedMs: median(times[1]) - median(times[0]), bareMs: median(times[0]) };
}

/** Memory of a gateway while so many streams are open at once, in MiB; each is read to its end. */
export async function rssOfStreams(gateway: Child, upstream: Child): Promise<number> {
  const client = new Client(gateway satisfies Target, openStreams);
  await upstream.tell('hold');
  const begun = Array.from({ length: openStreams }, () => Promise.withResolvers<void>());
  const ended = Promise.all(
    begun.map(({ resolve }) =>
      client.firstWord(new Conversation(small).body({ stream: true }), firstWord, resolve),
    ),
  );
  await Promise.race([Promise.all(begun.map(({ promise }) => promise)), ended]);
  await sleep(settleMs);
  const rssMb = await gateway.tell('rss');
  await upstream.tell('release');
  await ended;
  await client.close();
  return rssMb;
}
