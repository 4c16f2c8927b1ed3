import type { LabelledTool, Message } from './message.ts';

/**
 * The ordered messages of one agent run and the tools declared in it. Append-only: `append` shares
 * what was there, and a history that someone holds never changes.
 */
export class History {
  readonly tools: readonly LabelledTool[];
  readonly length: number;
  readonly #shared: Message[];

  private constructor(tools: readonly LabelledTool[], shared: Message[], length: number) {
    this.tools = tools;
    this.#shared = shared;
    this.length = length;
  }

  static of(tools: readonly LabelledTool[], messages: readonly Message[] = []): History {
    return new History(tools, [...messages], messages.length);
  }

  append(...messages: readonly Message[]): History {
    const owned = this.#shared.length === this.length;
    const shared = owned ? this.#shared : this.#shared.slice(0, this.length);
    shared.push(...messages);
    return new History(this.tools, shared, shared.length);
  }

  get messages(): readonly Message[] {
    return this.#shared.length === this.length ? this.#shared : this.#shared.slice(0, this.length);
  }

  /** The same history with message `index` replaced: only the monitor lowers a label, and audits it. */
  with(index: number, message: Message): History {
    const copy = this.#shared.slice(0, this.length);
    copy[index] = message;
    return new History(this.tools, copy, copy.length);
  }
}
