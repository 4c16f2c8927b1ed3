import type { Rng } from '../../core/fuzz/rng.ts';
import type { ToolName } from './policy.ts';

/** A secret that only results of one tool hold. */
export interface Canary {
  readonly text: string;
  readonly tool: ToolName;
  /** `secret`: no model may see it. `internal`: a model may; no client gets it back. */
  readonly level: 'internal' | 'secret';
}

const canaryPattern = /kanari[0-9a-z]{14}/g;

export function canariesIn(text: string): readonly string[] {
  return [...new Set(text.match(canaryPattern))];
}

/** The secrets of one scenario, as long as the client has not told them itself. */
export class Watch {
  readonly #canaries: Map<string, Canary> = new Map();
  readonly #senders: Map<string, Set<string>> = new Map();
  readonly #rng: Rng;

  constructor(rng: Rng) {
    this.#rng = rng;
  }

  mint(tool: ToolName, level: Canary['level']): string {
    const letters = `${this.#rng.word()}${this.#rng.word()}${this.#rng.word()}${this.#rng.word()}`;
    const text = `kanari${letters.padEnd(14, '0').slice(0, 14)}`;
    this.#canaries.set(text, { text, tool, level });
    return text;
  }

  /** The client has sent it where nobody could know that it is one. */
  release(text: string): void {
    this.#canaries.delete(text);
  }

  /** Somebody lowered a label: what may be known from then on cannot be told. */
  releaseAll(): void {
    this.#canaries.clear();
  }

  /** A client of this tenant has sent the text, whatever it stood in. */
  sentBy(tenant: string, text: string): void {
    for (const canary of canariesIn(text)) {
      const senders = this.#senders.get(canary) ?? new Set();
      this.#senders.set(canary, senders.add(tenant));
    }
  }

  /** True if clients of this tenant have sent it: they may be shown what they sent. */
  wasSentBy(tenant: string, { text }: Canary): boolean {
    return this.#senders.get(text)?.has(tenant) === true;
  }

  /** Those of a text that are watched. */
  in(text: string): readonly Canary[] {
    return canariesIn(text).flatMap((found) => this.#canaries.get(found) ?? []);
  }

  get texts(): readonly string[] {
    return [...this.#canaries.keys()];
  }
}
