import { median } from '../../core/bench/measure.ts';
import type { Size } from './conversation.ts';
import { Client, LoadAgent, type Target } from './load.ts';

/** Milliseconds of single requests, one at a time. */
export interface Added {
  /** Over the bare pass-through. */
  readonly p50ms: number;
  readonly p99ms: number;
  readonly bareP50ms: number;
  readonly bareP99ms: number;
}

export interface Pair {
  readonly bare: Target;
  readonly other: Target;
}

interface Rounds {
  readonly size: Size;
  readonly rounds: number;
  /** Requests to each server in a round. */
  readonly requests: number;
  /** Requests to each before the first round. */
  readonly warmUp: number;
}

/**
 * The time that a server adds to a request at concurrency 1. Both take turns every five requests,
 * so that what else the machine does falls on both; each figure is the median of the rounds.
 */
export async function addedLatency(
  pair: Pair,
  { size, rounds, requests, warmUp }: Rounds,
): Promise<Added> {
  const clients = { bare: new Client(pair.bare, 1), other: new Client(pair.other, 1) };
  const bare = new LoadAgent(clients.bare, size);
  const other = new LoadAgent(clients.other, size);
  const measured: Times[] = [];
  await timesInTurns({ bare, other }, warmUp);
  while (measured.length < rounds) measured.push(await timesInTurns({ bare, other }, requests));
  await Promise.all([clients.bare.close(), clients.other.close()]);
  const over = (share: number): number =>
    median(measured.map((one) => quantile(one.other, share) - quantile(one.bare, share)));
  const ofBare = (share: number): number =>
    median(measured.map((one) => quantile(one.bare, share)));
  return { p50ms: over(0.5), p99ms: over(0.99), bareP50ms: ofBare(0.5), bareP99ms: ofBare(0.99) };
}

interface Times {
  readonly bare: number[];
  readonly other: number[];
}

async function timesInTurns(
  { bare, other }: { readonly bare: LoadAgent; readonly other: LoadAgent },
  requests: number,
): Promise<Times> {
  const times: Times = { bare: [], other: [] };
  while (times.bare.length < requests) {
    times.bare.push(...(await timesOf(bare, 5)));
    times.other.push(...(await timesOf(other, 5)));
  }
  return times;
}

async function timesOf(agent: LoadAgent, count: number): Promise<readonly number[]> {
  const times: number[] = [];
  while (times.length < count) {
    await agent.prepare();
    times.push(await agent.step());
  }
  return times;
}

/** The value below which that share of the values lies (nearest rank). */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
