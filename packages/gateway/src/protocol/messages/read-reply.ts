import type { UpstreamReply } from '../protocol.ts';
import { isRecord } from '../shared/fields.ts';
import { parseReasoning, parseSearch } from './reasoning.ts';
import { ReplyBuilder } from './reply-builder.ts';
import { foreignBlock, malformed } from './upstream-error.ts';
import { UsageReader } from './usage.ts';

/** A whole response. Throws `UpstreamError` for one that is not made of text, calls, reasoning. */
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
    reply.addCall(calledTool(block), JSON.stringify(block['input'] ?? {}));
  } else if (type === 'thinking' || type === 'redacted_thinking') {
    const reasoning = parseReasoning({ signature: '', ...block });
    if (reasoning === undefined) throw malformed();
    reply.addReasoning(reasoning);
  } else {
    const search = parseSearch(block);
    if (search === undefined) throw foreignBlock();
    reply.addReasoning(search);
  }
}

/** What a block of text cites. Throws `UpstreamError` for anything but what was looked up. */
export function citedIn({ citations }: Readonly<Record<string, unknown>>): readonly Citation[] {
  const list = citations ?? [];
  if (!Array.isArray(list) || !list.every(isRecord)) throw malformed();
  return list.map(citedAt);
}

type Citation = Readonly<Record<string, unknown>>;

/** Citations of documents were never asked for: what else cites has looked something up. */
export function citedAt(citation: unknown): Citation {
  if (!isRecord(citation)) throw malformed();
  if (citation['type'] !== 'web_search_result_location') throw foreignBlock();
  return citation;
}

/** The tool of a call that the model made itself. Throws `UpstreamError` for any other call. */
export function calledTool(block: Readonly<Record<string, unknown>>): string {
  const { name, caller, toolset_name: toolset } = block;
  if (typeof name !== 'string') throw malformed();
  const isDirect = (caller ?? undefined) === undefined || isDirectCaller(caller);
  if (!isDirect || (toolset ?? undefined) !== undefined) throw foreignBlock();
  return name;
}

function isDirectCaller(caller: unknown): boolean {
  return isRecord(caller) && caller['type'] === 'direct';
}
