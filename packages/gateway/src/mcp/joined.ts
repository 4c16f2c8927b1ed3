import { canonicalJson, type Decision, type PlainCall, type PlainMessage } from '@sluice/core';
import type { Received } from '@sluice/mcp';
import { LRUCache } from 'lru-cache';
import { limits } from '../limits.ts';
import type { McpSettings } from '../settings/mcp-settings.ts';
import { type Given, given, handedOn } from './given-result.ts';

/** A call that the model's side gave out to a client. */
export interface ReleasedCall {
  readonly callId: string;
  /** The text of its label. */
  readonly label: string;
  /** The hash of the policy by which a person said yes to it there; not given: nobody did. */
  readonly approvedBy: string | undefined;
}

/** A client, by its key: what one was given, no other may use. */
interface Client {
  readonly tenant: string;
  readonly client: string;
}

/** A client's call of a server, to be found among those that were released. */
export interface WantedCall extends Client {
  readonly server: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The part of a run that knows what it has decided. */
export interface ReleasingRun {
  readonly tenant: string;
  readonly profile: { readonly policy: { readonly hash: string } };
  /** Given where nothing is stopped: then nobody was asked. */
  readonly shadow: object | undefined;
  readonly session: {
    readonly highWater: { readonly text: string };
    readonly decisionOf: (callId: string) => Decision;
    readonly explanationOf: (callId: string) => { readonly label: { readonly text: string } };
  };
}

/**
 * Joins the two sides of an agent that has both its model and its tools behind this gateway: a call
 * that arrives for a server is the one that was released to its client, with exactly its label, and
 * a result is known again when it comes back to the model. All of it is forgotten with the process:
 * what is not found here was never released.
 */
export class JoinedCalls {
  readonly mode: McpSettings['joined'];
  readonly #names: readonly string[];
  readonly #nowMs: () => number;
  /** By tenant, name and arguments, the oldest first: each is used once. */
  readonly #released = new LRUCache<string, Open[]>({ max: limits.mcpReleasedMax });
  /** The result that came back, by call; `null`: none did yet. */
  readonly #results = new LRUCache<string, { readonly came: Came | null }>({
    max: limits.mcpResultsMax,
  });

  constructor({ joined, names }: Pick<McpSettings, 'joined' | 'names'>, nowMs: () => number) {
    this.mode = joined;
    this.#names = names;
    this.#nowMs = nowMs;
  }

  /** A client is given these calls: the one with this key. */
  release(run: ReleasingRun, calls: readonly PlainCall[], client: string | undefined): void {
    if (this.mode === 'off' || client === undefined) return;
    const { tenant, session, profile, shadow } = run;
    for (const { id: callId, tool, args } of calls) {
      this.#results.set(resultKey(tenant, callId), { came: null });
      const canonical = canonicalArgs(args);
      if (canonical === undefined) continue;
      const key = keyOf({ tenant, client }, tool, canonical);
      const label = session.explanationOf(callId).label.text;
      // It was given out, so whoever had to be asked has said yes.
      const isApproved = session.decisionOf(callId).kind === 'ask' && shadow === undefined;
      const approvedBy = isApproved ? profile.policy.hash : undefined;
      const untilMs = this.#nowMs() + limits.mcpReleasedMsMax;
      const open = (this.#released.get(key) ?? []).slice(1 - limits.mcpReleasedAlikeMax);
      this.#released.set(key, [...open, { callId, label, approvedBy, untilMs }]);
    }
  }

  /** The call that was released, once. `undefined`: nobody released it, or it was long ago. */
  take({ tenant, client, server, tool, args }: WantedCall): ReleasedCall | undefined {
    const canonical = canonicalJson(args);
    for (const template of this.#names) {
      const key = keyOf({ tenant, client }, nameIn(template, { server, tool }), canonical);
      const open = (this.#released.get(key) ?? []).filter((each) => each.untilMs > this.#nowMs());
      const [first, ...others] = open;
      if (others.length > 0) this.#released.set(key, others);
      else this.#released.delete(key);
      if (first !== undefined) return first;
    }
    return undefined;
  }

  /** This came back for a call, and is given to its client. `label`: that of all of it. */
  returned(
    { tenant, callId }: { readonly tenant: string; readonly callId: string },
    { received, label }: { readonly received: Received; readonly label: string },
  ): void {
    this.#results.set(resultKey(tenant, callId), { came: { given: given(received), label } });
  }

  /**
   * A client's messages, each result that is not what was given to it at the label of all that the
   * run has seen: it may be anything of that. In a form of the client's own, no rule of the policy
   * finds a field of it: it has the label of all of it.
   */
  heard(
    { tenant, session }: ReleasingRun,
    messages: readonly PlainMessage[],
  ): readonly PlainMessage[] {
    if (this.mode === 'off') return messages;
    return messages.map((message) => {
      if (message.role !== 'tool') return message;
      const known = this.#results.get(resultKey(tenant, message.callId));
      if (known === undefined) return message;
      const { came } = known;
      const how = came === null ? 'other' : handedOn(came.given, message.parts);
      if (how === 'as-given') return message;
      const least = how === 'wrapped' ? came?.label : session.highWater.text;
      return { ...message, parts: message.parts.map((part) => ({ ...part, least })) };
    });
  }
}

interface Came {
  readonly given: Given;
  /** The text of its label. */
  readonly label: string;
}

interface Open extends ReleasedCall {
  readonly untilMs: number;
}

/** The name that a client has for a tool of a server. */
function nameIn(template: string, { server, tool }: Pick<WantedCall, 'server' | 'tool'>): string {
  return template.replaceAll('{server}', () => server).replaceAll('{tool}', () => tool);
}

function canonicalArgs(args: string): string | undefined {
  try {
    return canonicalJson(args === '' ? {} : JSON.parse(args));
  } catch {
    return undefined;
  }
}

function keyOf({ tenant, client }: Client, name: string, args: string): string {
  return JSON.stringify([tenant, client, name, args]);
}

function resultKey(tenant: string, callId: string): string {
  return JSON.stringify([tenant, callId]);
}
