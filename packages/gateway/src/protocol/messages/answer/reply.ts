import { type DraftCall, unreadPart, type Usage } from '@sluice/core';
import { UpstreamError } from '../../errors.ts';
import type { UpstreamReply } from '../../protocol.ts';
import { isRecord } from '../../shared/fields.ts';
import {
  type Gap,
  parseReasoning,
  parseSearch,
  type ReasoningBlock,
  type StoredReasoning,
} from './reasoning.ts';
import { searchTool } from '../tables.ts';
import { UsageReader } from './usage.ts';

/** A whole response. Throws `UpstreamError` for one that is malformed. */
export function readReply(body: unknown): UpstreamReply {
  if (!isRecord(body) || !Array.isArray(body['content'])) throw malformed();
  const { content, model, stop_reason: stop } = body;
  const reply = new ReplyBuilder();
  for (const block of content) readBlock(block, reply);
  const usage = new UsageReader();
  usage.read(body['usage']);
  reply.usage = usage.usage;
  reply.model = typeof model === 'string' ? model : '';
  reply.stop = typeof stop === 'string' ? stop : '';
  reply.ended = true;
  return reply.toReply();
}

function readBlock(block: unknown, reply: ReplyBuilder): void {
  if (!isRecord(block)) throw malformed();
  const { type, text } = block;
  if (type === 'text') {
    if (typeof text !== 'string') throw malformed();
    reply.beginText();
    reply.addText(text);
    for (const citation of citedIn(block)) reply.addCitation(citation);
    reply.endText();
  } else if (type === 'tool_use') {
    reply.addCall(block, JSON.stringify(block['input'] ?? {}));
  } else if (type === 'thinking' || type === 'redacted_thinking') {
    const reasoning = parseReasoning({ signature: '', ...block });
    if (reasoning === undefined) throw malformed();
    reply.addReasoning(reasoning);
  } else {
    const search = parseSearch(block);
    if (search === undefined) reply.ranUnknown();
    else reply.addReasoning(search);
  }
}

/** The citations of a text block. */
export function citedIn({ citations }: Readonly<Record<string, unknown>>): readonly Citation[] {
  const list = citations ?? [];
  if (!Array.isArray(list) || !list.every(isRecord)) throw malformed();
  return list;
}

type Citation = Readonly<Record<string, unknown>>;

/** True if the model made a call itself, and no tool of the provider's. */
function isDirect({ caller, toolset_name: toolset }: Readonly<Record<string, unknown>>): boolean {
  if ((toolset ?? undefined) !== undefined) return false;
  return (caller ?? undefined) === undefined || (isRecord(caller) && caller['type'] === 'direct');
}

interface OpenCall {
  readonly tool: string;
  args: string;
}

/** A reply while it is being read. It is truncated until the protocol's own end was seen. */
export class ReplyBuilder {
  model = '';
  stop = '';
  /** True after the protocol's end, if nothing was open there. */
  ended = false;
  usage: Usage | undefined;
  readonly #onText: ((delta: string) => void) | undefined;
  readonly #onRan: ((tool: string) => void) | undefined;
  #ranUnknown = false;
  readonly #calls: OpenCall[] = [];
  readonly #reasoning: (ReasoningBlock | Gap)[] = [];
  #text = '';
  #isNewText = false;
  #citations: Readonly<Record<string, unknown>>[] = [];
  /** The content since the last block of reasoning, in order. */
  #gaps: Gap[] = [];

  constructor(onText?: (delta: string) => void, onRan?: (tool: string) => void) {
    this.#onText = onText;
    this.#onRan = onRan;
  }

  /** Text of one block; blocks are told apart only where one of them cites. */
  addText(delta: string): void {
    if (delta === '') return;
    this.#text += delta;
    const last = this.#gaps.at(-1);
    const isSame = last?.type === 'text' && !this.#isNewText;
    if (isSame) this.#gaps.pop();
    const before = isSame ? last : undefined;
    const characters = (before?.characters ?? 0) + delta.length;
    this.#gaps.push({ ...before, type: 'text', characters });
    this.#isNewText = false;
    this.#onText?.(delta);
  }

  /** A block of text begins. */
  beginText(): void {
    this.#isNewText = true;
    this.#citations = [];
  }

  /**
   * Where the text of the open block was taken from. It may come before the text does. Citations of
   * documents were never asked for: what else cites has looked something up.
   */
  addCitation(citation: Citation): void {
    if (citation['type'] === 'web_search_result_location') this.#citations.push(citation);
    else this.ranUnknown();
  }

  /** A block of an unknown type. */
  ranUnknown(): void {
    this.#ranUnknown = true;
    this.#onRan?.(unreadPart);
  }

  /** The block of text is whole. */
  endText(): void {
    const last = this.#gaps.at(-1);
    if (this.#citations.length === 0 || last?.type !== 'text' || this.#isNewText) return;
    this.#gaps[this.#gaps.length - 1] = { ...last, citations: this.#citations };
    this.#citations = [];
  }

  /** Begins a call; its arguments are written to the returned object. */
  addCall(block: Readonly<Record<string, unknown>>, args: string): OpenCall {
    const { name: tool } = block;
    if (typeof tool !== 'string') throw malformed();
    if (!isDirect(block)) this.ranUnknown();
    const call = { tool, args };
    this.#calls.push(call);
    this.#gaps.push({ type: 'calls', count: 1 });
    return call;
  }

  addReasoning(block: ReasoningBlock): void {
    this.#reasoning.push(...merged(this.#gaps), block);
    this.#gaps = [];
  }

  toReply(): UpstreamReply {
    const calls: DraftCall[] = this.#calls.map(({ tool, args }) => ({ tool, args }));
    const tail = merged(this.#gaps);
    const isCited = tail.some((gap) => 'citations' in gap);
    const reasoning: StoredReasoning = [...this.#reasoning, ...(isCited ? tail : [])];
    const searched = reasoning.some((block) => isSearch(block) || 'citations' in block);
    const ran = [...(searched ? [searchTool.name] : []), ...(this.#ranUnknown ? [unreadPart] : [])];
    return {
      text: this.#text,
      calls,
      stop: this.ended && isProperEnd(this.stop) ? 'complete' : 'truncated',
      ...(this.usage && { usage: this.usage }),
      ...(reasoning.length > 0 && { reasoning }),
      ...(ran.length > 0 && { ran }),
      facts: { model: this.model, stop: this.stop },
    };
  }
}

function isSearch({ type }: StoredReasoning[number]): boolean {
  return type === 'server_tool_use' || type === 'web_search_tool_result';
}

/** Blocks of text that cite nothing are one: nothing is lost between them. */
function merged(gaps: readonly Gap[]): readonly Gap[] {
  const all: Gap[] = [];
  for (const gap of gaps) {
    const last = all.at(-1);
    const isText = gap.type === 'text' && last?.type === 'text';
    if (!isText || gap.citations !== undefined || last.citations !== undefined) all.push(gap);
    else all.splice(-1, 1, { type: 'text', characters: last.characters + gap.characters });
  }
  return all;
}

/** Anything but a proper end is a reply that stopped in the middle, unknown reasons included. */
function isProperEnd(stop: string): boolean {
  return stop === 'end_turn' || stop === 'tool_use' || stop === 'stop_sequence';
}

/** The provider's bytes do not follow the protocol. */
export function malformed(): UpstreamError {
  return new UpstreamError('upstream_malformed', 'the provider sent what is no Messages response', {
    hint: 'check that the base URL of the upstream speaks the Messages protocol',
    status: 502,
  });
}

/** A block that is not text, a call or reasoning: a tool of the provider had a part in it. */
