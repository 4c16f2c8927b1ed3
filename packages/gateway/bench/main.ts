/**
 * `npm run bench:gateway -- [--quick] [--json]`: what the gateway costs beside a bare pass-through
 * in Node, before a provider without latency; each server in a process of its own. Exits with 1
 * where a bound does not hold or a figure is missing.
 */
import { parseArgs } from 'node:util';
import { rounded } from '../../core/bench/measure.ts';
import { largeBodies, largeReplies } from './bodies.ts';
import { brokenBounds } from './bounds.ts';
import { Child } from './child.ts';
import { large, small } from './conversation.ts';
import { playDemo } from './demo.ts';
import { addedLatency } from './latency.ts';
import { startPortkey } from './portkey.ts';
import { addedToFirstWord, rssOfStreams } from './streams.ts';
import { throughput } from './throughput.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
  },
});
const rounds = values.quick ? 3 : 9;
const figures: Record<string, number> = {};

const upstream = await Child.start('upstream');
const bare = await Child.start('bare', upstream.url);
try {
  await beside(bare);
  await besidePortkey(bare);
  await inMemory();
  await withLargeBodies();
  await overDemo();
} finally {
  await bare.stop();
  await upstream.stop();
}
report();

/**
 * Throughput, then latency, in pairs, with the same gateway throughout: when single requests are
 * timed it has served some thousands, as one that has run for a minute has.
 */
async function beside(yardstick: Child): Promise<void> {
  const gateway = await Child.start('gateway', upstream.url);
  const pair = { bare: yardstick, other: gateway };
  for (const concurrency of [8, 64]) {
    say(`requests a second, concurrency ${concurrency}`);
    const requests = 4_800 / concurrency;
    note(
      `gateway.rps.c${concurrency}`,
      await throughput(pair, { size: small, concurrency, rounds, requests }),
    );
    // One conversation lasts for all its rounds: to prepare it costs more than to measure.
    const few = { size: large, concurrency, rounds: 3, requests: large.measured / 4 };
    note(`gateway.rps200kb.c${concurrency}`, await throughput(pair, few));
  }
  say('latency, 2 kB and 200 kB');
  const added = await addedLatency(pair, { size: small, rounds, requests: 400, warmUp: 400 });
  note('gateway.added', { p50ms: added.p50ms, p99ms: added.p99ms });
  note('gateway.bare', { p50ms: added.bareP50ms, p99ms: added.bareP99ms });
  const added200 = await addedLatency(pair, { size: large, rounds, requests: 120, warmUp: 40 });
  note('gateway.added200kb', { p50ms: added200.p50ms, p99ms: added200.p99ms });
  say('first word of a stream');
  const first = await addedToFirstWord(pair, { requests: rounds * 50 });
  note('gateway.firstToken', first);
  await gateway.stop();
}

async function besidePortkey(yardstick: Child): Promise<void> {
  say('Portkey');
  const portkey = await startPortkey(upstream.url).catch((error: unknown) => {
    say(`no figure for Portkey: ${String(error)}`);
  });
  if (portkey === undefined) return;
  try {
    const pair = { bare: yardstick, other: portkey };
    // As warm as the gateway was.
    const work = { size: small, rounds, requests: 400, warmUp: 8_000 };
    const { p50ms, p99ms } = await addedLatency(pair, work);
    note('gateway.portkey.added', { p50ms, p99ms });
  } finally {
    portkey.stop();
  }
}

/** A gateway of its own, so that no earlier run stands in its memory. */
async function inMemory(): Promise<void> {
  say('1,000 open streams');
  const gateway = await Child.start('gateway', upstream.url);
  note('gateway.streams1000', { rssMb: await rssOfStreams(gateway, upstream) });
  await gateway.stop();
}

async function withLargeBodies(): Promise<void> {
  say('twelve bodies of 32 MiB, in a heap of 1 GB');
  note('gateway.bodies32mb', await largeBodies(upstream));
  say('twelve replies of a million characters');
  note('gateway.largeReplies', await largeReplies(upstream));
}

async function overDemo(): Promise<void> {
  say('the demo through the gateway');
  const { modelCallsPerStep, ...rest } = await playDemo();
  note('gateway', { modelCallsPerStep });
  note('gateway.demo', rest);
}

function note(prefix: string, measured: object): void {
  for (const [name, value] of Object.entries(measured)) {
    figures[`${prefix}.${name}`] = rounded(Number(value));
  }
}

function report(): void {
  if (values.json) console.log(JSON.stringify({ figures }));
  else for (const [name, value] of Object.entries(figures)) console.log(`${name} ${value}`);
  const broken = brokenBounds(figures);
  for (const line of broken) console.error(line);
  process.exitCode = broken.length === 0 ? 0 : 1;
}

function say(text: string): void {
  console.error(text);
}
