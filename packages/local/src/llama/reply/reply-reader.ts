import type { ModelReply, PlainTool } from '@sluice/core';
import type { LlamaModel, Token } from 'node-llama-cpp';
import { readCalls } from './call-text.ts';

export interface ReplyReaderOptions {
  readonly model: LlamaModel;
  /** The tools that the grammar lets the model call; none where it is free to write anything. */
  readonly tools: readonly PlainTool[];
  readonly onText: ((delta: string) => void) | undefined;
}

/** A character may be spread over so many tokens at most. */
const heldTokensMax = 4;

/** Puts a reply together as its tokens come, and hands on what is known to be of an answer. */
export class ReplyReader {
  tokens = 0;
  readonly #options: ReplyReaderOptions;
  #text = '';
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
    if (text !== '' && !this.#isCall) this.#options.onText?.(text);
  }
}
