import type { Protocol, StreamReader } from '../../protocol.ts';
import { parseExact } from '../../shared/json.ts';
import { isRecord } from '../../shared/fields.ts';
import { errorInside } from '../../shared/provider-error.ts';
import { citedIn, malformed, ReplyBuilder } from './reply.ts';
import { parseSearch, type SearchBlock } from './reasoning.ts';
import { searchTool } from '../tables.ts';
import { UsageReader } from './usage.ts';

type Data = Readonly<Record<string, unknown>>;

/** The block that is being read. */
type OpenBlock =
  | { readonly type: 'text' }
  | { readonly type: 'tool_use'; readonly call: { args: string }; readonly input: string }
  | { readonly type: 'thinking'; thinking: string; signature: string }
  | { readonly type: 'redacted_thinking'; readonly data: string }
  | { readonly type: 'search'; readonly block: Data; input: string }
  | { readonly type: 'unknown' };

/**
 * Puts a stream of Messages events together. One block is open at a time, as the provider has it.
 */
export const streamReader: Protocol['streamReader'] = (onText, onRan): StreamReader => {
  const reader = new EventReader(new ReplyBuilder(onText, onRan), onRan);
  return {
    event: (_name, data) => reader.event(data),
    reply: () => reader.toReply(),
    hasEnded: () => reader.hasEnded,
  };
};

class EventReader {
  readonly #reply: ReplyBuilder;
  readonly #onRan: ((tool: string) => void) | undefined;
  readonly #usage = new UsageReader();
  #open: OpenBlock | undefined;
  #isBroken = false;
  #hasStopped = false;

  constructor(reply: ReplyBuilder, onRan?: (tool: string) => void) {
    this.#reply = reply;
    this.#onRan = onRan;
  }

  event(text: string): void {
    const data = parsed(text);
    switch (data['type']) {
      case 'message_start':
        return this.#start(data);
      case 'content_block_start':
        return this.#openBlock(data);
      case 'content_block_delta':
        return this.#delta(data);
      case 'content_block_stop':
        return this.#closeBlock();
      case 'message_delta':
        return this.#end(data);
      case 'message_stop':
        this.#hasStopped = true;
        this.#reply.ended = this.#open === undefined && !this.#isBroken;
        return;
      case 'error':
        throw errorInside(data);
      case undefined:
        throw malformed();
    }
    // `ping`, and kinds of events to come: they say nothing that is part of the reply.
  }

  get hasEnded(): boolean {
    return this.#hasStopped || this.#reply.stop !== '';
  }

  toReply(): ReturnType<ReplyBuilder['toReply']> {
    this.#reply.usage = this.#usage.usage;
    return this.#reply.toReply();
  }

  #start({ message }: Data): void {
    if (!isRecord(message)) throw malformed();
    const { model, usage } = message;
    if (typeof model === 'string') this.#reply.model = model;
    this.#usage.read(usage);
  }

  #end({ delta, usage }: Data): void {
    const stop = isRecord(delta) ? delta['stop_reason'] : undefined;
    if (typeof stop === 'string') this.#reply.stop = stop;
    this.#usage.read(usage);
  }

  #openBlock({ content_block: block }: Data): void {
    if (!isRecord(block)) throw malformed();
    // A block behind one that never ended: what that one said may be half of it.
    if (this.#open !== undefined) this.#isBroken = true;
    const { type, text, input, thinking, signature, data } = block;
    if (type === 'text') {
      this.#open = { type };
      this.#reply.beginText();
      for (const citation of citedIn(block)) this.#cited(citation);
      this.#reply.addText(textOr(text, ''));
    } else if (type === 'tool_use') {
      const call = this.#reply.addCall(block, '');
      this.#open = { type, call, input: JSON.stringify(input ?? {}) };
    } else if (type === 'thinking') {
      this.#open = { type, thinking: textOr(thinking, ''), signature: textOr(signature, '') };
    } else if (type === 'redacted_thinking') {
      this.#open = { type, data: textOr(data, '') };
    } else {
      const search = parseSearch(block);
      if (search === undefined) {
        this.#reply.ranUnknown();
        this.#open = { type: 'unknown' };
        return;
      }
      this.#onRan?.(searchTool.name);
      this.#open = { type: 'search', block: search, input: '' };
    }
  }

  #delta({ delta }: Data): void {
    if (!isRecord(delta)) throw malformed();
    const open = this.#open;
    const { type, text, partial_json: json, thinking, signature, citation } = delta;
    if (type === 'text_delta' && open?.type === 'text') this.#reply.addText(textOr(text));
    else if (type === 'input_json_delta' && open?.type === 'tool_use') {
      open.call.args += textOr(json);
    } else if (type === 'input_json_delta' && open?.type === 'search') {
      open.input += textOr(json);
    } else if (type === 'citations_delta' && open?.type === 'text') {
      if (!isRecord(citation)) throw malformed();
      this.#cited(citation);
    } else if (type === 'thinking_delta' && open?.type === 'thinking') {
      open.thinking += textOr(thinking);
    } else if (type === 'signature_delta' && open?.type === 'thinking') {
      open.signature = textOr(signature);
    } else if (open?.type === 'unknown') {
      return;
    } else if (isKnown(type) || open === undefined) {
      throw malformed();
    } else if (open.type === 'tool_use') {
      // It may change the arguments that were read.
      this.#isBroken = true;
    }
  }

  #cited(citation: Data): void {
    this.#onRan?.(searchTool.name);
    this.#reply.addCitation(citation);
  }

  /** A call without arguments streams no JSON at all; one that never stops stays half a call. */
  #closeBlock(): void {
    const open = this.#open;
    if (open === undefined) throw malformed();
    this.#open = undefined;
    if (open.type === 'text') this.#reply.endText();
    if (open.type === 'search') this.#reply.addReasoning(searched(open));
    if (open.type === 'tool_use' && open.call.args === '') open.call.args = open.input;
    if (open.type === 'thinking' || open.type === 'redacted_thinking') {
      this.#reply.addReasoning({ ...open });
    }
  }
}

function isKnown(type: unknown): boolean {
  return typeof type === 'string' && knownDeltas.has(type);
}

const knownDeltas: ReadonlySet<string> = new Set([
  'text_delta',
  'input_json_delta',
  'citations_delta',
  'thinking_delta',
  'signature_delta',
]);

/** The query comes in pieces, where there is one. */
function searched({ block, input }: Extract<OpenBlock, { type: 'search' }>): SearchBlock {
  const whole = input === '' ? block : { ...block, input: parsed(input) };
  return parseSearch(whole) ?? never();
}

function never(): never {
  throw malformed();
}

function parsed(text: string): Data {
  try {
    const data = parseExact(text);
    if (isRecord(data)) return data;
  } catch {
    // Falls through: what is no JSON is no event.
  }
  throw malformed();
}

function textOr(value: unknown, missing?: string): string {
  const text = value ?? missing;
  if (typeof text === 'string') return text;
  throw malformed();
}
