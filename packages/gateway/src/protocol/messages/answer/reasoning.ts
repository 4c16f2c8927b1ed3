import { isRecord } from '../../shared/fields.ts';
import { textBlocks, type Block } from '../blocks.ts';
import { searchTool } from '../tables.ts';

/**
 * Reasoning as it is stored: the provider's blocks, and between them how much of the text and how
 * many of the calls came before the next one. Where all reasoning came first it is the
 * blocks alone.
 */
export type StoredReasoning = readonly StoredBlock[];

type StoredBlock = ReasoningBlock | Gap;
export type ReasoningBlock = ThinkingBlock | RedactedBlock | SearchBlock;

/** A search by the provider, or what it found: sent back as it came. */
export interface SearchBlock {
  readonly type: 'server_tool_use' | 'web_search_tool_result';
  readonly [field: string]: unknown;
}

export interface ThinkingBlock {
  readonly type: 'thinking';
  readonly thinking: string;
  /** Binds the block to all that the provider was sent before it. */
  readonly signature: string;
}

export interface RedactedBlock {
  readonly type: 'redacted_thinking';
  readonly data: string;
}

/** The content between two blocks of reasoning. */
export type Gap =
  | {
      readonly type: 'text';
      readonly characters: number;
      /** Where the text was taken from. */
      readonly citations?: readonly Readonly<Record<string, unknown>>[];
    }
  | { readonly type: 'calls'; readonly count: number };

/** The blocks alone, for the client; empty if `stored` is not what we stored. */
export function reasoningBlocks(stored: unknown): readonly ReasoningBlock[] {
  return (parseStored(stored) ?? []).flatMap((block) => (isGap(block) ? [] : [block]));
}

function isGap(block: StoredBlock): block is Gap {
  return block.type === 'text' || block.type === 'calls';
}

/**
 * The content of an assistant's message with its reasoning where it stood, or `undefined` if the
 * two do not belong together: then none of the reasoning may be sent.
 */
export function withReasoning(
  stored: unknown,
  { text, calls }: { readonly text: string; readonly calls: readonly Block[] },
): readonly Block[] | undefined {
  const parsed = parseStored(stored);
  if (parsed === undefined || parsed.length === 0) return undefined;
  const content: Block[] = [];
  let read = 0;
  let called = 0;
  for (const block of parsed) {
    if (block.type === 'text') {
      const { citations } = block;
      const said = textBlocks(text.slice(read, read + block.characters));
      content.push(...said.map((each) => ({ ...each, ...(citations && { citations }) })));
      read += block.characters;
    } else if (block.type === 'calls') {
      content.push(...calls.slice(called, called + block.count));
      called += block.count;
    } else content.push({ ...block });
  }
  if (read > text.length || called > calls.length) return undefined;
  return [...content, ...textBlocks(text.slice(read)), ...calls.slice(called)];
}

/** The same without what the model thought; `undefined` where nothing was looked up. */
export function searchesOf(stored: unknown): StoredReasoning | undefined {
  const kept = parseStored(stored)?.filter((block) => isGap(block) || isSearch(block));
  return kept?.some((block) => isSearch(block) || 'citations' in block) === true ? kept : undefined;
}

function isSearch({ type }: StoredBlock): boolean {
  return type === 'server_tool_use' || type === 'web_search_tool_result';
}

/** Where a text was taken from, where it can be the one that this was stored with. */
export function citationsIn(
  stored: unknown,
  text: string,
): readonly Readonly<Record<string, unknown>>[] {
  const blocks = parseStored(stored) ?? [];
  const characters = blocks.reduce((sum, block) => sum + charactersIn(block), 0);
  if (characters > text.length) return [];
  return blocks.flatMap((block) => (isText(block) ? (block.citations ?? []) : []));
}

/** The stored reasoning of two replies, of which the second goes on where the first paused. */
export function joinedReasoning(
  first: { readonly text: string; readonly reasoning?: unknown },
  next: { readonly reasoning?: unknown },
): StoredReasoning {
  const before = parseStored(first.reasoning) ?? [];
  const read = before.reduce((sum, block) => sum + charactersIn(block), 0);
  const characters = first.text.length - read;
  const gap: readonly Gap[] = characters > 0 ? [{ type: 'text', characters }] : [];
  return [...before, ...gap, ...(parseStored(next.reasoning) ?? [])];
}

function charactersIn(block: StoredBlock): number {
  return isText(block) ? block.characters : 0;
}

function isText(block: StoredBlock): block is Extract<Gap, { readonly type: 'text' }> {
  return block.type === 'text';
}

function parseStored(stored: unknown): StoredReasoning | undefined {
  if (!Array.isArray(stored)) return undefined;
  const blocks = stored.map(parseBlock);
  return blocks.some((block) => block === undefined)
    ? undefined
    : blocks.filter((block) => block !== undefined);
}

function parseBlock(value: unknown): StoredBlock | undefined {
  if (!isRecord(value)) return undefined;
  const { type, characters, count, citations } = value;
  if (type === 'text') {
    if (!isCount(characters)) return undefined;
    const cited = Array.isArray(citations) && citations.every(isRecord) ? { citations } : {};
    return { type, characters, ...cited };
  }
  if (type === 'calls') return isCount(count) ? { type, count } : undefined;
  return parseReasoning(value) ?? parseSearch(value);
}

/** A search that the model made itself, or what it found, as the provider sends it. */
export function parseSearch(value: Readonly<Record<string, unknown>>): SearchBlock | undefined {
  const { type, id, name, input, tool_use_id, content } = value;
  if (!isDirect(value)) return undefined;
  if (type === 'server_tool_use' && name === searchTool.name && typeof id === 'string') {
    return { type, id, name, input: input ?? {} };
  }
  if (type !== 'web_search_tool_result' || typeof tool_use_id !== 'string') return undefined;
  return { type, tool_use_id, content };
}

function isDirect({ caller = null }: Readonly<Record<string, unknown>>): boolean {
  return caller === null || (isRecord(caller) && caller['type'] === 'direct');
}

/**
 * The content that a client reads: all blocks where they stood, where the text is the one that
 * they were stored with; otherwise the blocks and then the text. `toText` makes a block of the
 * client's form.
 */
export function clientContent(
  stored: unknown,
  said: { readonly text: string; readonly calls: readonly Block[] },
  toText: (text: string) => Block,
): readonly Block[] {
  const written = (block: Block): Block =>
    block.type === 'text' ? { ...toText(''), ...block } : block;
  const blocks = reasoningBlocks(stored);
  const hasSearch = blocks.some(({ type }) => type === 'server_tool_use');
  const placed = hasSearch ? withReasoning(stored, said) : undefined;
  if (placed !== undefined) return placed.map(written);
  const text = said.text === '' ? [] : [toText(said.text)];
  return [...blocks.map((block) => ({ ...block })), ...text, ...said.calls];
}

/** A block of reasoning as the provider sends it, or `undefined`. */
export function parseReasoning(
  value: Readonly<Record<string, unknown>>,
): ReasoningBlock | undefined {
  const { type, thinking, signature, data } = value;
  if (type === 'thinking') {
    if (typeof thinking !== 'string' || typeof signature !== 'string') return undefined;
    return { type, thinking, signature };
  }
  return type === 'redacted_thinking' && typeof data === 'string' ? { type, data } : undefined;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}
