import type { DraftCall, Usage } from '@sluice/core';
import type { UpstreamReply } from '../protocol.ts';
import type { Gap, ReasoningBlock, StoredReasoning } from './reasoning.ts';

interface OpenCall {
  readonly tool: string;
  args: string;
}

/** A reply while it is being read. It is truncated until the protocol's own end was seen. */
export class ReplyBuilder {
  model = '';
  stop = '';
  /** Whether the protocol's end was seen and nothing was open there. */
  ended = false;
  usage: Usage | undefined;
  readonly #onText: ((delta: string) => void) | undefined;
  readonly #calls: OpenCall[] = [];
  readonly #reasoning: (ReasoningBlock | Gap)[] = [];
  #text = '';
  /** What stands in the reply since the last block of reasoning, in order. */
  #gaps: Gap[] = [];

  constructor(onText?: (delta: string) => void) {
    this.#onText = onText;
  }

  addText(delta: string): void {
    if (delta === '') return;
    this.#text += delta;
    const last = this.#gaps.at(-1);
    if (last?.type === 'text') this.#gaps.pop();
    const before = last?.type === 'text' ? last.characters : 0;
    this.#gaps.push({ type: 'text', characters: before + delta.length });
    this.#onText?.(delta);
  }

  /** Begins a call; its arguments are written to the returned object. */
  addCall(tool: string, args: string): OpenCall {
    const call = { tool, args };
    this.#calls.push(call);
    this.#gaps.push({ type: 'calls', count: 1 });
    return call;
  }

  addReasoning(block: ReasoningBlock): void {
    this.#reasoning.push(...this.#gaps, block);
    this.#gaps = [];
  }

  toReply(): UpstreamReply {
    const calls: DraftCall[] = this.#calls.map(({ tool, args }) => ({ tool, args }));
    const reasoning: StoredReasoning = [...this.#reasoning];
    return {
      text: this.#text,
      calls,
      stop: this.ended && isProperEnd(this.stop) ? 'complete' : 'truncated',
      ...(this.usage && { usage: this.usage }),
      ...(reasoning.length > 0 && { reasoning }),
      facts: { model: this.model, stop: this.stop },
    };
  }
}

/** Anything but a proper end is a reply that stopped in the middle, unknown reasons included. */
function isProperEnd(stop: string): boolean {
  return stop === 'end_turn' || stop === 'tool_use' || stop === 'stop_sequence';
}
