import { canonicalJson, type PlainPart } from '@sluice/core';
import { fieldsOf, isRecord, listOf, textIn } from './fields.ts';
import type { Received } from './gatekeeper.ts';

type Fields = Readonly<Record<string, unknown>>;

/** All that a client could show of a tool's result. */
export function toolResult(result: Fields): Received {
  const content = listOf(result['content']).map(partOf);
  const texts = content.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
  const structured = result['structuredContent'];
  const again =
    structured === undefined || isSaidIn(structured, texts) ? [] : [textPart(structured)];
  const parts = [...content, ...again, ...othersIn(result, ['content', 'structuredContent'])];
  return { parts, failed: result['isError'] === true };
}

/** All that a client could show of what it read, or of a prompt. */
export function contentsResult(result: Fields): Received {
  const contents = listOf(result['contents']).map(partOf);
  const messages = listOf(result['messages']).map((each) => {
    const { content, role } = fieldsOf(each);
    return role === 'user' || role === 'assistant' ? partOf(content) : textPart(each);
  });
  const parts = [...contents, ...messages, ...othersIn(result, ['contents', 'messages'])];
  return { parts, failed: false };
}

/** An error is a result: its words may be anybody's. */
export function failure(text: string): Received {
  return { parts: [{ kind: 'text', text }], failed: true };
}

/** A block of content. Whatever it says beside its text is text too. */
function partOf(block: unknown): PlainPart {
  const { type, text, data, blob, mimeType, resource } = fieldsOf(block);
  const keys = Object.keys(fieldsOf(block)).length;
  if (type === 'text' && typeof text === 'string' && keys === 2) return { kind: 'text', text };
  const bytes = textIn(data) ?? textIn(blob) ?? textIn(fieldsOf(resource)['blob']);
  return bytes === undefined
    ? textPart(block)
    : { kind: 'opaque', mediaType: textIn(mimeType) ?? 'application/octet-stream', data: bytes };
}

function textPart(value: unknown): PlainPart {
  return { kind: 'text', text: typeof value === 'string' ? value : canonicalJson(value) };
}

/** Members that a client may show, besides those that were read. */
function othersIn(result: Fields, known: readonly string[]): readonly PlainPart[] {
  const silent = new Set(['isError', 'resultType', ...known]);
  return Object.entries(result)
    .filter(([name, value]) => !silent.has(name) && !isEmpty(value))
    .map(([name, value]) => textPart({ [name]: value }));
}

function isEmpty(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length === 0;
}

/** True if the same stands in the text already: as JSON, or as the one field that servers use. */
function isSaidIn(structured: unknown, texts: readonly string[]): boolean {
  const { content, ...rest } = fieldsOf(structured);
  if (Object.keys(rest).length === 0 && typeof content === 'string') {
    return texts.includes(content) || content === texts.join('\n');
  }
  const json = canonicalJson(structured);
  return texts.some((text) => {
    try {
      return canonicalJson(JSON.parse(text)) === json;
    } catch {
      return false;
    }
  });
}
