import * as z from 'zod';
import type { StoredAnswer } from '../protocol/responses/references.ts';

/** An answer that a later request may name, and where the conversation stood with it. */
export interface KnownAnswer extends StoredAnswer {
  /** The client's transcript, as ids of the session's entries. */
  readonly order: readonly number[];
}

const shape = z.object({
  kind: z.literal('answer'),
  id: z.string(),
  text: z.string(),
  calls: z.array(z.object({ id: z.string(), tool: z.string(), args: z.string() })),
  stop: z.enum(['complete', 'truncated']),
  custom: z.array(z.string()),
  /** How much of the order is that of the answer before. */
  shared: z.int().min(0),
  more: z.array(z.int()),
});

/** A line of working state. */
export type AnswerLine = z.output<typeof shape>;

/** The answers of a run that its client may go on from by their id alone. */
export class Answers {
  readonly #known: Map<string, KnownAnswer> = new Map();
  #order: readonly number[] = [];

  get(id: string): KnownAnswer | undefined {
    return this.#known.get(id);
  }

  /** Gives the line to store; of the order it holds what is new. */
  add(id: string, answer: KnownAnswer): AnswerLine {
    const { text, calls, stop, custom, order } = answer;
    const differs = order.findIndex((entry, at) => this.#order[at] !== entry);
    const shared = differs === -1 ? order.length : differs;
    this.#set(id, answer);
    return {
      kind: 'answer',
      id,
      text,
      calls: calls.map((call) => ({ id: call.id, tool: call.tool, args: call.args })),
      stop,
      custom: [...custom],
      shared,
      more: order.slice(shared),
    };
  }

  /** Reads a stored line; `false` where it is none of these. Throws where it is broken. */
  restore(line: unknown): boolean {
    if (typeof line !== 'object' || line === null || !('kind' in line)) return false;
    if (line.kind !== 'answer') return false;
    const { id, shared, more, custom, text, calls, stop } = shape.parse(line);
    const order = [...this.#order.slice(0, shared), ...more];
    this.#set(id, { text, calls, stop, custom: new Set(custom), order });
    return true;
  }

  #set(id: string, answer: KnownAnswer): void {
    this.#known.set(id, answer);
    this.#order = answer.order;
  }
}
