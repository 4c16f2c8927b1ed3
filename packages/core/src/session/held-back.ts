import type { LabelledCall } from '../engine/call/call.ts';
import type { Approval, Asked, Standing } from '../engine/call/confirm.ts';
import { canonicalJson } from '../history/json/canonical.ts';
import type { PlainTool } from '../history/plain.ts';
import type { LabelSpace } from '../label/label.ts';
import { limits } from '../limits.ts';
import { type Held, type HeldCall, openQuestions } from './held.ts';
import type { Entry } from './transcript/entries.ts';

/** A held generation, the conversation that it came of, and the tools that it was shown for. */
export interface HeldBack {
  readonly held: Held;
  /** Ids of entries. */
  readonly after: readonly number[];
  /** Entries right behind it: the client was told to wait, or answered without its calls. */
  readonly notices: readonly number[];
  /** For each call, how its tool was declared; see `formOf`. */
  readonly forms: readonly string[];
}

/** The tools as the client declares them now. */
export interface DeclaredForms {
  readonly tools: readonly PlainTool[];
  /** Names of tools whose calls the client gets as plain text, not as JSON. */
  readonly custom: ReadonlySet<string>;
  /** Names of those that this request lets the model call; `undefined`: all of them. */
  readonly callable?: ReadonlySet<string> | undefined;
}

/** Where a step stands among what is held. */
export interface HeldPlace {
  /** It goes on with this generation, if any that it may have waits. */
  readonly held: Held | undefined;
  /** Ids of the conversation that it goes on with. */
  readonly after: readonly number[];
  /** Others of that conversation: the step passes them by. */
  readonly passed: readonly HeldBack[];
  readonly declared: DeclaredForms;
}

/** The place of a step that nothing is held back for. */
export const nothingHeld: HeldPlace = {
  held: undefined,
  after: [],
  passed: [],
  declared: { tools: [], custom: new Set() },
};

/**
 * Generations that wait for a person, each for the conversation that it came of. Another branch of
 * that conversation is another one: it neither gets a call nor takes it away.
 */
export class HeldBacks {
  readonly #approval: Approval;
  #all: readonly HeldBack[] = [];
  /** The conversation that a client went on with last. */
  #newest: readonly number[] = [];

  constructor(approval: Approval) {
    this.#approval = approval;
  }

  get all(): readonly HeldBack[] {
    return this.#all;
  }

  /** True if what the client went on with last waits for a person. */
  get isWaiting(): boolean {
    return this.#all.some(({ after }) => after === this.#newest);
  }

  restore(all: readonly HeldBack[]): void {
    this.#all = all;
    this.#newest = all.at(-1)?.after ?? [];
  }

  /**
   * The held generation of this conversation, without the calls whose tools are declared otherwise
   * now: they would be other calls than those that a person was shown. The oldest that a person has
   * let through comes first; one that holds a call which this request may not have waits for a
   * later request.
   */
  async goOn(conversation: readonly Entry[], declared: DeclaredForms): Promise<HeldPlace> {
    await this.#forgetGone();
    const all = this.#all.filter((each) => goesOnFrom(each, conversation));
    const taken = all.filter(({ held }) => held.calls.every((call) => isTaken(call, declared)));
    const back = await this.#next(taken);
    const passed = all.filter((each) => each !== back);
    const after = back?.after ?? conversation.map(({ id }) => id);
    this.#newest = after;
    if (back === undefined) return { held: undefined, after, passed, declared };
    const { held, forms } = back;
    const isSame = ({ call }: HeldCall, at: number): boolean =>
      forms[at] === formOf(call, declared);
    await this.#withdraw(held.calls.filter((call, at) => !isSame(call, at)));
    const calls = held.calls.map((call, at): HeldCall => {
      if (call.state.kind === 'refused' || isSame(call, at)) return call;
      return { ...call, state: { kind: 'refused', reason: 'tool-changed', words: undefined } };
    });
    return { held: { ...held, calls }, after, passed, declared };
  }

  /** Nobody is to answer these any more: the model is asked again, and then the person. */
  async #forgetGone(): Promise<void> {
    for (const back of this.#all) {
      const standings = await Promise.all(openQuestions(back.held).map(this.#standing));
      if (!standings.includes('gone') || standings.includes('yes')) continue;
      this.#all = this.#all.filter((each) => each !== back);
      await this.#withdraw(back.held.calls);
    }
  }

  async #next(taken: readonly HeldBack[]): Promise<HeldBack | undefined> {
    for (const back of taken) {
      const standings = await Promise.all(openQuestions(back.held).map(this.#standing));
      if (standings.includes('yes') && !standings.includes('open')) return back;
    }
    return taken.at(-1);
  }

  readonly #standing = async (asked: Asked): Promise<Standing> => {
    if (this.#approval.by !== 'asker') return 'open';
    return (await this.#approval.asker.standing?.(asked)) ?? 'open';
  };

  /**
   * True if the person is asked about such a call, or has let it through, in a generation that the
   * step passed by. Of one that stands above the call's label nothing may be told.
   */
  isAsked({ passed }: HeldPlace, space: LabelSpace): (one: LabelledCall) => Promise<boolean> {
    return async ({ call: { tool, args }, label }) => {
      const below = passed.filter(({ held }) => space.flowsTo(held.label, label));
      for (const { call, state } of below.flatMap(({ held }) => held.calls)) {
        if (state.kind !== 'waiting' || call.tool !== tool || call.args !== args) continue;
        const standing = await this.#standing(state.asked);
        if (standing === 'open' || standing === 'yes') return true;
      }
      return false;
    };
  }

  /** Keeps what waits; where nothing of it does any more, it is forgotten. */
  async keep(place: HeldPlace, held: Held): Promise<void> {
    const isOpen = openQuestions(held).length > 0;
    if (!isOpen && this.#all.length === 0) return;
    const before = this.#all.find(({ after }) => after === place.after);
    const others = this.#all.filter((each) => each !== before);
    const all = isOpen ? [...others, heldBack(place, held, before)] : others;
    this.#all = all.slice(-limits.heldBackMax);
    await this.#withdraw(all.slice(0, -limits.heldBackMax).flatMap((each) => each.held.calls));
  }

  /**
   * The client was told to wait, or answered, in the entry with this id: what the step holds or
   * passed by still waits.
   */
  replied({ after: own, passed }: HeldPlace, id: number): void {
    const places = new Set([own, ...passed.map(({ after }) => after)]);
    this.#all = this.#all.map((each) =>
      places.has(each.after) ? { ...each, notices: [...each.notices, id] } : each,
    );
  }

  async #withdraw(calls: readonly HeldCall[]): Promise<void> {
    const { asker } = this.#approval.by === 'asker' ? this.#approval : { asker: undefined };
    for (const { state } of calls) {
      if (state.kind === 'waiting') await asker?.withdraw?.(state.asked);
    }
  }
}

function heldBack(
  { after, declared }: HeldPlace,
  held: Held,
  before: HeldBack | undefined,
): HeldBack {
  const forms = before?.forms ?? held.calls.map(({ call }) => formOf(call, declared));
  return { held, after, notices: before?.notices ?? [], forms };
}

/** True if this request may have the call, or nobody gets it. */
function isTaken({ call: { tool }, state }: HeldCall, { tools, callable }: DeclaredForms): boolean {
  if (state.kind === 'refused') return true;
  return tools.some(({ name }) => name === tool) && callable?.has(tool) !== false;
}

/** How a tool is declared: its type and its schema. What it is told to be for may change. */
function formOf({ tool: name }: HeldCall['call'], { tools, custom }: DeclaredForms): string {
  const tool = tools.find((each) => each.name === name);
  return tool === undefined ? '' : canonicalJson([custom.has(name), tool.parameters]);
}

/**
 * The same request again, or what the client's user says next. Where an answer stands behind it, it
 * is the one that tells to wait: another one belongs to another branch.
 */
function goesOnFrom({ after, notices }: HeldBack, conversation: readonly Entry[]): boolean {
  const next = conversation[after.length];
  const isSame = after.every((id, at) => conversation[at]?.id === id);
  const isUser = next?.messages[0]?.role === 'user';
  return isSame && (next === undefined || isUser || notices.includes(next.id));
}
