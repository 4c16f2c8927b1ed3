import { median } from '../../core/bench/measure.ts';
import type { Child } from './child.ts';
import type { Size } from './conversation.ts';
import { Client, LoadAgent } from './load.ts';

export interface Throughput {
  /** Requests a second, as a share of those of the bare pass-through. */
  readonly shareOfBare: number;
  readonly rps: number;
  readonly bareRps: number;
  /**
   * The server's CPU time for one request, in milliseconds: other load disturbs it less than
   * wall time.
   */
  readonly cpuMs: number;
  readonly bareCpuMs: number;
}

interface Work {
  readonly size: Size;
  readonly concurrency: number;
  readonly rounds: number;
  /** Requests of each agent in a round. */
  readonly requests: number;
}

interface Rate {
  readonly rps: number;
  readonly cpuMs: number;
}

/** The same work for both servers, one after the other, in turns; medians of the rounds. */
export async function throughput(
  pair: { readonly bare: Child; readonly other: Child },
  { rounds, requests, ...crowd }: Work,
): Promise<Throughput> {
  const bare = await Crowd.prepared(pair.bare, crowd);
  const other = await Crowd.prepared(pair.other, crowd);
  const measured: { readonly bare: Rate; readonly other: Rate }[] = [];
  // The first round warms both up and is not counted.
  for (let round = 0; round <= rounds; round += 1) {
    const isOdd = round % 2 === 1;
    const first = await (isOdd ? bare : other).work(requests);
    const second = await (isOdd ? other : bare).work(requests);
    const rates = isOdd ? { bare: first, other: second } : { bare: second, other: first };
    if (round > 0) measured.push(rates);
  }
  await Promise.all([bare.close(), other.close()]);
  const of = (value: (rates: (typeof measured)[number]) => number): number =>
    median(measured.map(value));
  return {
    shareOfBare: of((rates) => rates.other.rps / rates.bare.rps),
    rps: of((rates) => rates.other.rps),
    bareRps: of((rates) => rates.bare.rps),
    cpuMs: of((rates) => rates.other.cpuMs),
    bareCpuMs: of((rates) => rates.bare.cpuMs),
  };
}

/** Agents that work at the same time, each on conversations of its own. */
class Crowd {
  readonly #server: Child;
  readonly #client: Client;
  readonly #agents: readonly LoadAgent[];

  private constructor(server: Child, client: Client, agents: readonly LoadAgent[]) {
    this.#server = server;
    this.#client = client;
    this.#agents = agents;
  }

  static async prepared(
    server: Child,
    { size, concurrency }: Pick<Work, 'size' | 'concurrency'>,
  ): Promise<Crowd> {
    const client = new Client(server, concurrency);
    const agents = Array.from({ length: concurrency }, () => new LoadAgent(client, size));
    await Promise.all(agents.map((agent) => agent.prepare()));
    return new Crowd(server, client, agents);
  }

  async work(requests: number): Promise<Rate> {
    const startCpuMs = await this.#server.tell('cpu');
    const startMs = performance.now();
    await Promise.all(this.#agents.map((agent) => repeat(agent, requests)));
    const seconds = (performance.now() - startMs) / 1_000;
    const cpuMs = (await this.#server.tell('cpu')) - startCpuMs;
    const total = this.#agents.length * requests;
    return { rps: total / seconds, cpuMs: cpuMs / total };
  }

  async close(): Promise<void> {
    await this.#client.close();
  }
}

/** A conversation that is over is followed by another. */
async function repeat(agent: LoadAgent, requests: number): Promise<void> {
  for (let count = 0; count < requests; count += 1) {
    await agent.prepare();
    await agent.step();
  }
}
