import * as z from 'zod';
import type { StoredAnswer } from '../protocol/protocol.ts';

/** An answer that a later request may name, and where the conversation stood with it. */
export interface KnownAnswer extends StoredAnswer {
  /** The client's transcript, as ids of the session's entries. */
  readonly order: readonly number[];
}

/** An answer, and the response in which its client got it, where that client wants it kept. */
export interface GivenAnswer extends KnownAnswer {
  readonly response: Readonly<Record<string, unknown>> | undefined;
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
  /** As its client got it, without its tools. */
  response: z.record(z.string(), z.unknown()).optional(),
  /** The tools of the response, where they are others than those stored last. */
  tools: z.array(z.unknown()).optional(),
});

const deletedShape = z.object({ kind: z.literal('answer-deleted'), id: z.string() });

/** A line of working state. */
export type AnswerLine = z.output<typeof shape> | z.output<typeof deletedShape>;

/** The answers of a run that its client may go on from by their id alone. */
export class Answers {
  readonly #known: Map<string, KnownAnswer> = new Map();
  readonly #deleted: Set<string> = new Set();
  #order: readonly number[] = [];
  /** JSON text of the tools that were stored last. */
  #tools = '';

  /** `undefined` where there is none, and where it was deleted. */
  get(id: string): KnownAnswer | undefined {
    return this.#deleted.has(id) ? undefined : this.#known.get(id);
  }

  /** Every answer by the entry that it is in its client's transcript; deleted ones stand there. */
  get byEntry(): ReadonlyMap<number, readonly [id: string, answer: KnownAnswer]> {
    return new Map([...this.#known].map((each) => [each[1].order.at(-1) ?? 0, each]));
  }

  /** Gives the line to store; of the order and the tools it holds what is new. */
  add(id: string, { response, ...answer }: GivenAnswer): AnswerLine {
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
      ...this.#stored(response),
    };
  }

  /** Gives the line to store, after which `delete` is to be called. */
  deletion(id: string): AnswerLine {
    return { kind: 'answer-deleted', id };
  }

  delete(id: string): void {
    this.#deleted.add(id);
  }

  /** Reads a stored line; `false` where it is none of these. Throws where it is broken. */
  restore(line: unknown): boolean {
    if (typeof line !== 'object' || line === null || !('kind' in line)) return false;
    if (line.kind === 'answer-deleted') {
      this.#deleted.add(deletedShape.parse(line).id);
      return true;
    }
    if (line.kind !== 'answer') return false;
    const { id, shared, more, custom, text, calls, stop, tools } = shape.parse(line);
    const order = [...this.#order.slice(0, shared), ...more];
    this.#set(id, { text, calls, stop, custom: new Set(custom), order });
    if (tools !== undefined) this.#tools = JSON.stringify(tools);
    return true;
  }

  #stored(response: GivenAnswer['response']): Pick<z.output<typeof shape>, 'response' | 'tools'> {
    if (response === undefined) return {};
    const { tools, ...rest } = response;
    const text = JSON.stringify(tools);
    if (!Array.isArray(tools) || text === this.#tools) return { response: rest };
    this.#tools = text;
    return { response: rest, tools };
  }

  #set(id: string, answer: KnownAnswer): void {
    this.#known.set(id, answer);
    this.#order = answer.order;
  }
}

/**
 * The response of an answer as its client got it, out of the lines of its run; `undefined` where it
 * was not kept.
 */
export function storedResponse(
  lines: readonly unknown[],
  id: string,
): Readonly<Record<string, unknown>> | undefined {
  let tools: readonly unknown[] = [];
  for (const line of lines) {
    const { success, data } = shape.safeParse(line);
    if (!success) continue;
    tools = data.tools ?? tools;
    if (data.id === id) return data.response && { ...data.response, tools };
  }
  return undefined;
}
