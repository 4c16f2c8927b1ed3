import { canonicalJson, type History, placeholder, textOf, type View } from '@sluice/core';
import { argumentsOf, isRecord } from './arguments.ts';

/** A call of an earlier generation, as far as the view shows it. */
export interface PastCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly result: string;
  /** How many results stand before it. */
  readonly resultsBefore: number;
}

/** A call that a reader might make, or has made. */
export interface WantedCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/**
 * The calls of a view. Which of them a reader has made is told from tool and arguments alone: a
 * gateway gives calls ids of its own. Each call is taken for one step at most.
 */
export class PastCalls {
  readonly all: readonly PastCall[];
  readonly #left: Set<PastCall>;
  readonly #keys: Map<PastCall, string>;

  constructor({ messages }: Pick<View, 'messages'>) {
    this.all = callsIn(messages);
    this.#left = new Set(this.all);
    this.#keys = new Map(this.all.map((call) => [call, keyOf(call)]));
  }

  /** Takes the first call that was made with these very arguments, or `undefined`. */
  take(wanted: WantedCall): PastCall | undefined {
    const key = keyOf(wanted);
    return this.#take((call) => this.#keys.get(call) === key);
  }

  /** Takes the first call whose arguments are hidden, may be these, and for which `isIt` holds. */
  takeHidden(
    { tool, args }: WantedCall,
    isIt: (call: PastCall) => boolean = () => true,
  ): PastCall | undefined {
    return this.#take((call) => call.tool === tool && mayBe(call.args, args) && isIt(call));
  }

  /** Takes the call, shown or hidden, if it was made. */
  wasMade(wanted: WantedCall): boolean {
    return (this.take(wanted) ?? this.takeHidden(wanted)) !== undefined;
  }

  /** The result of a call that was made, whoever it was made for. */
  find(wanted: WantedCall): PastCall | undefined {
    const key = keyOf(wanted);
    return this.all.find((call) => this.#keys.get(call) === key);
  }

  #take(isIt: (call: PastCall) => boolean): PastCall | undefined {
    const call = [...this.#left].find(isIt);
    if (call !== undefined) this.#left.delete(call);
    return call;
  }
}

function callsIn(messages: View['messages']): readonly PastCall[] {
  const results = new Map(
    messages.flatMap((message) =>
      message.role === 'tool' ? [[message.callId, textOf(message.parts)] as const] : [],
    ),
  );
  let resultsBefore = 0;
  return messages.flatMap((message) => {
    if (message.role === 'tool') resultsBefore += 1;
    if (message.role !== 'assistant') return [];
    return message.calls.map(({ id, tool, args }) => {
      return { tool, args: argumentsOf(args) ?? {}, result: results.get(id) ?? '', resultsBefore };
    });
  });
}

export function keyOf({ tool, args }: WantedCall): string {
  return `${tool} ${canonicalJson(args)}`;
}

/** True if arguments with hidden parts may be these. No arguments at all are hidden ones. */
function mayBe(shown: unknown, whole: unknown): boolean {
  if (typeof shown === 'string') return typeof whole === 'string' && mayBeText(shown, whole);
  if (!isRecord(shown)) return canonicalJson(shown) === canonicalJson(whole);
  if (!isRecord(whole)) return false;
  const keys = Object.keys(shown);
  if (keys.length === 0) return true;
  return keys.every((key) => isHidden(shown[key]) || mayBe(shown[key], whole[key]));
}

function isHidden(value: unknown): boolean {
  return Array.isArray(value) ? value.some(isHidden) : value === placeholder;
}

function mayBeText(shown: string, whole: string): boolean {
  let at = 0;
  return shown.split(placeholder).every((piece) => {
    const found = whole.indexOf(piece, at);
    at = found + piece.length;
    return found !== -1;
  });
}

/**
 * How many generations with calls the last user's turn has had: their number is public structure,
 * so that it is the same in every view.
 */
export function stepsTaken({
  messages,
}: {
  readonly messages: View['messages'] | History['messages'];
}): number {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const own = messages.slice(last + 1);
  return own.filter((each) => each.role === 'assistant' && each.calls.length > 0).length;
}
