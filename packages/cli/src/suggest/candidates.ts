import { regionsOf, type Label, type MonitorEvent } from '@sluice/core';
import type { Replayed } from '../replay/run.ts';

/** One change of a policy that would ask less. */
export type Candidate =
  /** All that a tool returns counts as the user's own, or the system's. */
  | { readonly kind: 'result'; readonly tool: string }
  /** A field of it does, and so do the order and the length of the lists around it. */
  | { readonly kind: 'field'; readonly tool: string; readonly path: string }
  /** Any text may lead to a call of a tool. */
  | { readonly kind: 'call'; readonly tool: string }
  /** The same, where one argument is a value that benign runs gave. */
  | {
      readonly kind: 'argument';
      readonly tool: string;
      readonly argument: string;
      readonly values: readonly (string | number)[];
    }
  /** Strangers write what a tool returns: it has this label, in all its fields. */
  | { readonly kind: 'strangers'; readonly tool: string; readonly label: string }
  /** Text of strangers leads to no call of a tool: it has this ceiling, whatever its arguments. */
  | { readonly kind: 'ceiling'; readonly tool: string; readonly ceiling: string };

/** One name for each candidate, whatever it lists. */
export function keyOf(candidate: Candidate): string {
  const { kind, tool } = candidate;
  if (kind === 'field') return JSON.stringify([kind, tool, candidate.path]);
  return JSON.stringify([kind, tool, kind === 'argument' ? candidate.argument : '']);
}

/** An argument with more values than these is not a list to choose from. */
const valuesMax = 12;

type Decided = Extract<MonitorEvent, { type: 'call-decided' }>;

/**
 * Collects the changes that could have spared a question in benign runs. Nothing is said yet of
 * what each would spare, or allow.
 */
export class Candidates {
  readonly #found = new Map<string, Candidate>();
  /** Values by tool and argument, of all calls in benign runs. */
  readonly #values = new Map<string, Set<string | number>>();
  readonly #asked = new Map<string, { readonly tool: string; readonly argument: string }>();

  get all(): readonly Candidate[] {
    const chosen = [...this.#asked].flatMap(([key, { tool, argument }]): Candidate[] => {
      const values = [...(this.#values.get(key) ?? [])];
      const isList = values.length > 0 && values.length <= valuesMax;
      return isList ? [{ kind: 'argument', tool, argument, values }] : [];
    });
    return [...this.#found.values(), ...chosen];
  }

  add(replayed: Replayed): void {
    const labels = new Map(regionsOf(replayed.history).map((each) => [each.id, each]));
    const places = toolsIn(replayed);
    for (const event of replayed.events) {
      if (event.type !== 'call-decided') continue;
      this.#note(event);
      if (!isStopped(event)) continue;
      this.#add({ kind: 'call', tool: event.tool });
      const isBelow = (label: Label): boolean => label === replayed.policy.space.bottom;
      for (const { region } of event.explanation.evidence) {
        const entry = labels.get(region);
        const tool = entry && places.get(entry.message);
        if (entry === undefined || tool === undefined || isBelow(entry.label)) continue;
        this.#add({ kind: 'result', tool });
        const path = entry.path.replaceAll(/\[\d+\]/g, '[*]');
        if (path !== '$' && !path.endsWith('~')) this.#add({ kind: 'field', tool, path });
      }
      // A draft that was taken whole depends on all that was read before it.
      if (event.explanation.evidence.length > 0) continue;
      for (const [message, tool] of places) {
        if (isRead(replayed, message, event)) this.#add({ kind: 'result', tool });
      }
    }
  }

  #add(candidate: Candidate): void {
    this.#found.set(keyOf(candidate), candidate);
  }

  #note(event: Decided): void {
    const args: unknown = JSON.parse(event.args);
    if (typeof args !== 'object' || args === null) return;
    for (const [argument, value] of Object.entries(args)) {
      if (typeof value !== 'string' && typeof value !== 'number') continue;
      const key = JSON.stringify([event.tool, argument]);
      this.#values.set(key, (this.#values.get(key) ?? new Set()).add(value));
      if (isStopped(event)) this.#asked.set(key, { tool: event.tool, argument });
    }
  }
}

/** The tool whose result a message is, by the index of the message. */
function toolsIn({ history }: Replayed): ReadonlyMap<number, string> {
  const byCall = new Map(
    history.messages.flatMap((message) =>
      message.role === 'assistant' ? message.calls.map(({ id, tool }) => [id, tool] as const) : [],
    ),
  );
  return new Map(
    history.messages.flatMap((message, at) => {
      const tool = message.role === 'tool' ? byCall.get(message.callId) : undefined;
      return tool === undefined ? [] : [[at, tool] as const];
    }),
  );
}

/** True if a result stands before a call. */
function isRead({ history }: Replayed, at: number, { callId }: Decided): boolean {
  const made = history.messages.findIndex(
    (message) => message.role === 'assistant' && message.calls.some(({ id }) => id === callId),
  );
  return made === -1 || at < made;
}

/** Called, and a person was asked or the call refused for its label. */
function isStopped({ decision }: Decided): boolean {
  if (decision.kind === 'allow') return decision.wouldBe !== undefined;
  return decision.kind === 'ask' || decision.reason === 'label-above-ceiling';
}
