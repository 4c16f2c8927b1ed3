import type { PlainMessage } from '@sluice/core';
import { Chain, chainOf, sha256 } from './fingerprint.ts';
import { runOf } from './ids.ts';

/** Names by which a run is found again, kept with it. */
export const names = {
  /** The very body that a run waits on, or was answered with an approved call. */
  body: (bodyHash: string): string => sha256(`body\n${bodyHash}`),
  /** A transcript that ends with an answer of ours which holds no id. */
  answered: (chain: string): string => sha256(`answered\n${chain}`),
  /** The same, and the label that all of it had. */
  answeredAt: (answered: string, label: string): string => sha256(`${answered}\n${label}`),
  /** The turns that a run's first request began with. */
  begun: (chain: string): string => sha256(`begun\n${chain}`),
} as const;

/**
 * A name as it is kept: under one profile, and apart for runs that only record, for what read alike
 * under another one has other labels.
 */
export function scoped(
  { profile, shadow = false }: { profile: { readonly name: string }; shadow?: boolean | undefined },
  name: string,
): string {
  return sha256(JSON.stringify([profile.name, shadow, name]));
}

/** The name of what a first request began with; none where no user has said anything in it. */
export function begunNames(messages: readonly PlainMessage[]): readonly string[] {
  const end = messages.findIndex(({ role }) => role !== 'system' && role !== 'user');
  const turns = end === -1 ? messages : messages.slice(0, end);
  return turns.some(({ role }) => role === 'user') ? [names.begun(chainOf(turns))] : [];
}

/** Where a request belongs. */
export type Found =
  /** One run of this tenant; whether what the client sent continues it is seen there. */
  | {
      readonly kind: 'known';
      readonly runs: readonly [string, ...string[]];
      /** The name of the transcript by which they were found. */
      readonly by?: string;
    }
  /** Only system and user turns, and no run that they may belong to: a new run. */
  | { readonly kind: 'new' }
  /** Somebody's history, but no run of ours, or more than one: nothing in it is known. */
  | { readonly kind: 'foreign' };

export interface Lookup {
  /** Whether this tenant has a run of this name. */
  readonly has: (run: string) => Promise<boolean>;
  /** Runs of this tenant that are known by a name, the newest first. */
  readonly knowing: (name: string) => Promise<readonly string[]>;
}

/**
 * Finds the run that a request goes on with (design.md section 7): by the ids inside it, then by
 * the
 * content of its beginning. A client can lose a run by what it sends; it cannot choose a milder
 * one,
 * for whatever the run that is found does not recognise takes at least its high-water label.
 */
export async function findRun(
  messages: readonly PlainMessage[],
  { previous, lookup }: { readonly previous: string | undefined; readonly lookup: Lookup },
): Promise<Found> {
  const named = [...namedRuns(messages, previous)];
  for (const run of named.toReversed()) {
    if (await lookup.has(run)) return { kind: 'known', runs: [run] };
  }
  const answers = messages.findLastIndex(({ role }) => role === 'assistant');
  if (answers === -1) {
    const isForeign = named.length > 0 || messages.some(({ role }) => role === 'tool');
    return isForeign ? { kind: 'foreign' } : byBeginning(messages, lookup);
  }
  const chain = new Chain();
  for (const message of messages.slice(0, answers + 1)) chain.add(message);
  const by = names.answered(chain.hash);
  const [first, ...others] = await lookup.knowing(by);
  if (first === undefined) return { kind: 'foreign' };
  return { kind: 'known', runs: [first, ...others], by };
}

/** The runs that ids in the transcript name, in the order in which they come. */
function namedRuns(
  messages: readonly PlainMessage[],
  previous: string | undefined,
): ReadonlySet<string> {
  const runs = new Set<string>();
  const add = (id: string): void => {
    const run = runOf(id);
    // The one that comes last is the one that the client goes on with.
    if (run !== undefined && runs.delete(run) !== undefined) runs.add(run);
  };
  for (const message of messages) {
    if (message.role === 'assistant') for (const { id } of message.calls) add(id);
    if (message.role === 'tool') add(message.callId);
  }
  if (previous !== undefined) add(previous);
  return runs;
}

/**
 * System and user turns alone. Where they go on from what a run began with, that run's answers have
 * been cut out of them, and what is new may hold anything that the run has seen.
 */
async function byBeginning(messages: readonly PlainMessage[], lookup: Lookup): Promise<Found> {
  const chain = new Chain();
  const known = new Set<string>();
  let hasBegun = false;
  for (const message of messages.slice(0, -1)) {
    chain.add(message);
    hasBegun ||= message.role === 'user';
    if (!hasBegun) continue;
    for (const run of await lookup.knowing(names.begun(chain.hash))) known.add(run);
  }
  const [first, ...others] = known;
  return first === undefined ? { kind: 'new' } : { kind: 'known', runs: [first, ...others] };
}
