import type { ModelReply, PlainTool } from '@sluice/core';
import type { LlamaModel, Token } from 'node-llama-cpp';
import { readCalls } from './call-text.ts';

export interface ReplyReaderOptions {
  readonly model: LlamaModel;
  /** The tools that the grammar lets the model call; none where it is free to write anything. */
  readonly tools: readonly PlainTool[];
  readonly onText: ((delta: string) => void) | undefined;
  /** A text that ends the reply, and is no part of it. */
  readonly stop?: string | undefined;
}

/** A character may be spread over so many tokens at most. */
const heldTokensMax = 4;

/** Puts a reply together as its tokens come, and hands on what is known to be of an answer. */
export class ReplyReader {
  tokens = 0;
  /** True once the text has come that ends a reply. */
  isEnded = false;
  readonly #options: ReplyReaderOptions;
  #text = '';
  /** How much of the text was handed on. */
  #shown = 0;
  /** Tokens that end in the middle of a character. */
  #held: Token[] = [];
  #before: Token[] = [];

  constructor(options: ReplyReaderOptions) {
    this.#options = options;
  }

  add(token: Token): void {
    this.tokens += 1;
    this.#held.push(token);
    const text = this.#decoded();
    if (text.endsWith('\uFFFD') && this.#held.length < heldTokensMax) return;
    this.#flush(text);
  }

  toReply(stop: ModelReply['stop']): Pick<ModelReply, 'text' | 'calls' | 'stop'> {
    if (this.#held.length > 0) this.#flush(this.#decoded());
    this.#show(this.#text.length);
    if (!this.#isCall) return { text: this.#text, calls: [], stop };
    return { text: '', calls: readCalls(this.#text, this.#options.tools), stop };
  }

  /** Under the grammar of a reply, nothing but a call begins with a brace. */
  get #isCall(): boolean {
    return this.#options.tools.length > 0 && this.#text.startsWith('{');
  }

  #decoded(): string {
    return this.#options.model.detokenize(this.#held, false, this.#before);
  }

  #flush(text: string): void {
    this.#text += text;
    this.#before = [...this.#before, ...this.#held].slice(-heldTokensMax);
    this.#held = [];
    const { stop = '' } = this.#options;
    const end = stop === '' ? -1 : this.#text.indexOf(stop, this.#shown);
    if (end >= 0) {
      this.#text = this.#text.slice(0, end);
      this.isEnded = true;
    }
    this.#show(this.#text.length - (this.isEnded ? 0 : begunLength(this.#text, stop)));
  }

  #show(end: number): void {
    const delta = this.#text.slice(this.#shown, end);
    if (delta === '' || this.#isCall) return;
    this.#shown = end;
    this.#options.onText?.(delta);
  }
}

/** How much of the end of a text may be the beginning of `stop`. */
function begunLength(text: string, stop: string): number {
  for (let length = Math.min(stop.length - 1, text.length); length > 0; length -= 1)
    if (text.endsWith(stop.slice(0, length))) return length;
  return 0;
}
