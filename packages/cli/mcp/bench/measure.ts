import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { median } from '../../../core/bench/measure.ts';

/** A way to the server: with a proxy, or without. */
export interface Way {
  readonly name: string;
  readonly open: () => Transport;
}

const call = { name: 'echo', arguments: { text: 'x'.repeat(1_024) } };

export async function connected({ open }: Way): Promise<Client> {
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(open());
  return client;
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

/** `call`: one call of 2 kB; `list`: the list of 200 tools. */
type Work = 'call' | 'list';

const works: Readonly<Record<Work, (client: Client) => Promise<unknown>>> = {
  call: (client) => client.callTool(call),
  list: (client) => client.listTools(),
};

interface Rounds {
  readonly work: Work;
  readonly rounds: number;
  readonly requests: number;
}

/**
 * Median times in milliseconds. All ways take turns every five requests, so that what else the
 * machine does falls on each; each figure is the median of the rounds.
 */
export async function latencies(
  clients: ReadonlyMap<string, Client>,
  { work, rounds, requests }: Rounds,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const medians = new Map([...clients.keys()].map((name) => [name, [] as number[]]));
  // The first round warms all of them up.
  for (let round = 0; round <= rounds; round += 1) {
    const times = new Map([...clients.keys()].map((name) => [name, [] as number[]]));
    for (let done = 0; done < requests; done += 5) {
      for (const [name, client] of clients) {
        for (let at = 0; at < 5; at += 1) {
          times.get(name)?.push(await timeOf(() => works[work](client)));
        }
      }
    }
    if (round === 0) continue;
    for (const [name, own] of times) medians.get(name)?.push(median(own));
  }
  return medians;
}

/** The median over the rounds of what one way takes longer than another in the same round. */
export function added(
  medians: ReadonlyMap<string, readonly number[]>,
  { of, over }: { readonly of: string; readonly over: string },
): number {
  const [own = [], base = []] = [medians.get(of), medians.get(over)];
  return median(own.map((ms, at) => ms - (base[at] ?? Number.NaN)));
}

/** Calls a second at so many at a time, spread over some clients. */
export async function rate(
  clients: readonly Client[],
  { concurrency, requests }: { readonly concurrency: number; readonly requests: number },
): Promise<number> {
  let left = requests;
  const caller = async (client: Client): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await client.callTool(call);
    }
  };
  const callers = Array.from({ length: concurrency }, (_, at) => {
    const client = clients[at % clients.length];
    return client === undefined ? [] : [client];
  }).flat();
  const ms = await timeOf(() => Promise.all(callers.map((client) => caller(client))));
  return (requests * 1_000) / ms;
}
