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

/**
 * Generations that wait for a person, each for the conversation that it came of. Another branch of
 * that conversation is another one: it neither gets a call nor takes it away.
 */
export class HeldBacks {
  readonly #approval: Approval;
  #declared: DeclaredForms = { tools: [], custom: new Set() };
  #all: readonly HeldBack[] = [];
  /** Ids of the conversation that the running step goes on with. */
  #after: readonly number[] = [];
  /** Others of that conversation: the step passes them by. */
  #passed: readonly HeldBack[] = [];

  constructor(approval: Approval) {
    this.#approval = approval;
  }

  get all(): readonly HeldBack[] {
    return this.#all;
  }

  /** True if what the client went on with last waits for a person. */
  get isWaiting(): boolean {
    return this.#all.some(({ after }) => after === this.#after);
  }

  restore(all: readonly HeldBack[]): void {
    this.#all = all;
    this.#after = all.at(-1)?.after ?? [];
  }

  /** From now on the client declares these tools. */
  declare(declared: DeclaredForms): void {
    this.#declared = declared;
  }

  /**
   * The held generation of this conversation, without the calls whose tools are declared otherwise
   * now: they would be other calls than those that a person was shown. The oldest that a person has
   * let through comes first; one that holds a call which this request may not have waits for a
   * later request.
   */
  async goOn(conversation: readonly Entry[]): Promise<Held | undefined> {
    const all = this.#all.filter((each) => goesOnFrom(each, conversation));
    const back = await this.#next(all.filter(({ held }) => held.calls.every(this.#isTaken)));
    this.#passed = all.filter((each) => each !== back);
    this.#after = back?.after ?? conversation.map(({ id }) => id);
    if (back === undefined) return undefined;
    const { held, forms } = back;
    const isSame = ({ call }: HeldCall, at: number): boolean => forms[at] === this.#formOf(call);
    await this.#withdraw(held.calls.filter((call, at) => !isSame(call, at)));
    const calls = held.calls.map((call, at): HeldCall => {
      if (call.state.kind === 'refused' || isSame(call, at)) return call;
      return { ...call, state: { kind: 'refused', reason: 'tool-changed', words: undefined } };
    });
    return { ...held, calls };
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
   * Whether the person is asked about such a call, or has let it through, in a generation that the
   * step passed by. Of one that stands above the call's label nothing may be told.
   */
  isAsked(space: LabelSpace): (one: LabelledCall) => Promise<boolean> {
    return async ({ call: { tool, args }, label }) => {
      const below = this.#passed.filter(({ held }) => space.flowsTo(held.label, label));
      for (const { call, state } of below.flatMap(({ held }) => held.calls)) {
        if (state.kind !== 'waiting' || call.tool !== tool || call.args !== args) continue;
        if ((await this.#standing(state.asked)) !== 'no') return true;
      }
      return false;
    };
  }

  /** Keeps what waits; where nothing of it does any more, it is forgotten. */
  async keep(held: Held): Promise<void> {
    const isOpen = openQuestions(held).length > 0;
    if (!isOpen && this.#all.length === 0) return;
    const before = this.#all.find(({ after }) => after === this.#after);
    const others = this.#all.filter((each) => each !== before);
    const all = isOpen ? [...others, this.#back(held, before)] : others;
    this.#all = all.slice(-limits.heldBackMax);
    await this.#withdraw(all.slice(0, -limits.heldBackMax).flatMap((each) => each.held.calls));
  }

  #back(held: Held, before: HeldBack | undefined): HeldBack {
    const forms = before?.forms ?? held.calls.map(({ call }) => this.#formOf(call));
    return { held, after: this.#after, notices: before?.notices ?? [], forms };
  }

  /**
   * The client was told to wait, or answered, in the entry with this id: what the step holds or
   * passed by still waits.
   */
  replied(id: number): void {
    const places = new Set([this.#after, ...this.#passed.map(({ after }) => after)]);
    this.#all = this.#all.map((each) =>
      places.has(each.after) ? { ...each, notices: [...each.notices, id] } : each,
    );
  }

  /** True if this request may have the call, or nobody gets it. */
  readonly #isTaken = ({ call: { tool }, state }: HeldCall): boolean => {
    const { tools, callable } = this.#declared;
    if (state.kind === 'refused') return true;
    return tools.some(({ name }) => name === tool) && callable?.has(tool) !== false;
  };

  async #withdraw(calls: readonly HeldCall[]): Promise<void> {
    const { asker } = this.#approval.by === 'asker' ? this.#approval : { asker: undefined };
    for (const { state } of calls) {
      if (state.kind === 'waiting') await asker?.withdraw?.(state.asked);
    }
  }

  /** How a tool is declared: its type and its schema. What it is told to be for may change. */
  #formOf({ tool: name }: HeldCall['call']): string {
    const { tools, custom } = this.#declared;
    const tool = tools.find((each) => each.name === name);
    return tool === undefined ? '' : canonicalJson([custom.has(name), tool.parameters]);
  }
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
