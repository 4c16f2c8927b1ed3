import type { PlainMessage } from '@sluice/core';
import { Chain, chainOf, keyOf, sha256 } from './fingerprint.ts';
import { runOf } from '../../store/ids.ts';

/** Names by which a run is found again, kept with it. */
export const names = {
  /** The very body that a run waits on, or was answered with an approved call. */
  body: (bodyHash: string): string => sha256(`body\n${bodyHash}`),
  /** A transcript that ends with an answer of ours which holds no id: what was said, by turns. */
  answered: (turns: string): string => sha256(`answered\n${turns}`),
  /** The same with its system turns, from the very session that sent it. */
  answeredTo: (chain: string, session: string): string =>
    sha256(`answered to\n${session}\n${chain}`),
  /** One of these, and the label that all of it had. */
  answeredAt: (answered: string, label: string): string => sha256(`${answered}\n${label}`),
  /** The turns that a run's first request began with, from the key of that client. */
  begun: (chain: string, client: string): string => sha256(`begun\n${client}\n${chain}`),
  /** Every run in which a client's key had a turn. */
  client: (client: string): string => sha256(`client\n${client}`),
} as const;

/** A transcript that ends with an answer, by the names under which it is found again. */
export interface AnsweredNames {
  /** As it stands, from that session. */
  readonly to: string;
  /** Its turns and calls alone: clients write system turns anew, and change sessions. */
  readonly by: string;
}

export function answeredNames(messages: readonly PlainMessage[], session: string): AnsweredNames {
  const [all, turns] = [new Chain(), new Chain()];
  for (const message of messages) {
    const key = keyOf(message);
    all.addKey(key);
    if (isTurn(message)) turns.addKey(key);
  }
  return { to: names.answeredTo(all.hash, session), by: names.answered(turns.hash) };
}

/** All names under which a run is found by what was said in it, and with which label. */
export function namesAt({ to, by }: AnsweredNames, label: string): readonly string[] {
  return [to, by].flatMap((name) => [name, names.answeredAt(name, label)]);
}

function isTurn({ role }: PlainMessage): boolean {
  return role !== 'system';
}

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

/**
 * The names of what a first request began with, whatever system turns it began with, and without
 * those in between; none where no user has said anything in it.
 */
export function begunNames(messages: readonly PlainMessage[], client: string): readonly string[] {
  const end = messages.findIndex(({ role }) => role === 'assistant' || role === 'tool');
  const begun = end === -1 ? messages : messages.slice(0, end);
  const first = begun.findIndex(isTurn);
  if (first === -1) return [];
  const [whole, turns] = [begun.slice(first), begun.filter(isTurn)];
  return [...new Set([whole, turns].map((each) => names.begun(chainOf(each), client)))];
}

/** Where a request belongs. */
export type RunMatch =
  /** One run of this tenant; whether what the client sent continues it is seen there. */
  | {
      readonly kind: 'known';
      readonly runs: readonly [string, ...string[]];
      /** The names of the transcript by which they were found. */
      readonly at?: { readonly name: string; readonly by: string };
    }
  /** Only system and user turns, and no run that they may belong to: a new run. */
  | { readonly kind: 'new' }
  /** Somebody's history, but no run of ours, or more than one: nothing in it is known. */
  | { readonly kind: 'foreign' };

export interface Lookup {
  /** True if this tenant has a run of this name. */
  readonly has: (run: string) => Promise<boolean>;
  /** Runs of this tenant that are known by a name, the newest first. */
  readonly knowing: (name: string) => Promise<readonly string[]>;
}

/**
 * Finds the run that a request goes on with: by the ids inside it, then by what was said in it, as
 * it stands or but for its system turns. A client can lose a run by what it sends; it cannot choose
 * a milder one, for whatever the run that is found does not recognise takes at least its high-water
 * label. See docs/gateway-threat-model.md.
 */
export async function findRun(
  messages: readonly PlainMessage[],
  { previous, session, client, writesAnew = false, lookup }: Sought,
): Promise<RunMatch> {
  const named = [...namedRuns(messages, previous)];
  for (const run of named.toReversed()) {
    if (await lookup.has(run)) return { kind: 'known', runs: [run] };
  }
  const answers = messages.findLastIndex(({ role }) => role === 'assistant');
  if (answers === -1) {
    const isForeign = named.length > 0 || messages.some(({ role }) => role === 'tool');
    return isForeign ? { kind: 'foreign' } : byBeginning(messages, { client, lookup });
  }
  const { to, by } = answeredNames(messages.slice(0, answers + 1), session);
  for (const name of [to, by]) {
    const [first, ...others] = await lookup.knowing(name);
    if (first !== undefined) return { kind: 'known', runs: [first, ...others], at: { name, by } };
  }
  return writesAnew && named.length === 0 && messages.every(isPlain)
    ? { kind: 'new' }
    : { kind: 'foreign' };
}

/** True if nothing in it is the work of a call. */
function isPlain(message: PlainMessage): boolean {
  return message.role !== 'tool' && (message.role !== 'assistant' || message.calls.length === 0);
}

interface Sought {
  readonly previous: string | undefined;
  /** Tells conversations apart that read alike: who asks, and what the client names them by. */
  readonly session: string;
  /** Id of the client's key: what another one began, this one does not go on with. */
  readonly client: string;
  /** Clients of this policy write the conversation anew: each turn has a label by itself. */
  readonly writesAnew?: boolean | undefined;
  readonly lookup: Lookup;
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
async function byBeginning(
  messages: readonly PlainMessage[],
  { client, lookup }: { readonly client: string; readonly lookup: Lookup },
): Promise<RunMatch> {
  const known = new Set<string>();
  const turns = messages.filter(isTurn);
  const whole = turns.length === 0 ? [] : messages.slice(messages.findIndex(isTurn));
  for (const said of [whole, turns]) {
    const chain = new Chain();
    for (const message of said.slice(0, -1)) {
      chain.add(message);
      for (const run of await lookup.knowing(names.begun(chain.hash, client))) known.add(run);
    }
    // Without system turns in between, both are one.
    if (said.every(isTurn)) break;
  }
  const [first, ...others] = known;
  return first === undefined ? { kind: 'new' } : { kind: 'known', runs: [first, ...others] };
}
