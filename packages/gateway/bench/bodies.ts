import { setTimeout as sleep } from 'node:timers/promises';
import { Child } from './child.ts';
import { Conversation, small } from './conversation.ts';
import { Client } from './load.ts';

const pauseMs = 10;

export interface LargeBodies {
  /** The longest that a small request of another client took meanwhile. */
  readonly othersWaitMs: number;
  /** How many of the twelve had an answer. */
  readonly answered: number;
  readonly tookMs: number;
  readonly rssMb: number;
}

/** Twelve bodies of 32 MiB at once, at a gateway with a heap of 1 GB; others go on meanwhile. */
export const largeBodies = (upstream: Child): Promise<LargeBodies> => during(upstream, 'flood');

/** Twelve replies that say as much as is read, whole ones and streams. */
export const largeReplies = (upstream: Child): Promise<LargeBodies> => during(upstream, 'ask');

async function during(upstream: Child, order: 'flood' | 'ask'): Promise<LargeBodies> {
  const gateway = await Child.start('gateway-in-1gb', upstream.url);
  const flood = await Child.start('flood', gateway.url, gateway.key);
  const client = new Client(gateway, 1);
  const small50 = Array.from({ length: 50 });
  for (const _ of small50) await waited(client);
  const startMs = performance.now();
  const all = flood.tell(order);
  const ended = Symbol('ended');
  let othersWaitMs = 0;
  do othersWaitMs = Math.max(othersWaitMs, await waited(client));
  while ((await Promise.race([all.then(() => ended), sleep(pauseMs)])) !== ended);
  const tookMs = performance.now() - startMs;
  const answered = await flood.tell('count');
  const rssMb = await gateway.tell('rss');
  await client.close();
  await flood.stop();
  await gateway.stop();
  return { othersWaitMs, answered, tookMs, rssMb };
}

async function waited(client: Client): Promise<number> {
  const body = new Conversation(small).body();
  const startMs = performance.now();
  await client.send(body);
  return performance.now() - startMs;
}
