import type { DraftCall } from '@sluice/core';
import { customArgs, functionArgs } from '../../shared/wire.ts';
import { replayable, type StoredItem, type StoredReasoning } from './reasoning.ts';
import { calledBy, isByClient } from '../client-tools.ts';
import { nameOf } from '../names.ts';
import { isCitation, searchItem, shifted } from '../search.ts';
import { listOf, textOf, type JsonObject } from './wire-reply.ts';

/** The items of a response while it is read. */
export type PartialItem =
  | PartialText
  | PartialCall
  | PartialReasoning
  | PartialSearch
  | UnknownItem;

interface PartialText {
  readonly kind: 'text';
  /** The text of each content part. */
  readonly parts: Map<number, string>;
  /** Where what was said of the whole item was taken from. */
  citations: readonly JsonObject[];
  phase: string;
}

export interface PartialCall {
  readonly kind: 'call';
  readonly custom: boolean;
  readonly tool: string;
  input: string;
  /** The provider said that the input is all there. */
  whole: boolean;
}

interface PartialReasoning {
  readonly kind: 'reasoning';
  /** The item as it was in the end. */
  item: JsonObject | undefined;
}

interface PartialSearch {
  readonly kind: 'search';
  item: JsonObject | undefined;
}

/** An item that nobody asked for: the provider may have run something, so it is as if it had. */
interface UnknownItem {
  readonly kind: 'unknown';
}

/** An item as it begins. */
export function startedItem(wire: JsonObject): PartialItem {
  const type = textOf(wire, 'type');
  if (type === 'message') {
    return { kind: 'text', parts: new Map(), citations: [], phase: textOf(wire, 'phase') };
  }
  if (type === 'web_search_call') return { kind: 'search', item: undefined };
  if (type === 'reasoning') return { kind: 'reasoning', item: undefined };
  if (type === 'function_call' || type === 'custom_tool_call') {
    const custom = type === 'custom_tool_call';
    return { kind: 'call', custom, tool: calledIn(wire), input: '', whole: false };
  }
  const clientTool = calledBy(type);
  const isForeign = clientTool?.result === 'tools' && !isByClient(wire);
  if (clientTool === undefined || isForeign) return { kind: 'unknown' };
  return { kind: 'call', custom: false, tool: clientTool.name, input: '', whole: false };
}

/** The tool of a call, by the name that the policy has for it. */
export function calledIn(wire: JsonObject): string {
  const clientTool = calledBy(textOf(wire, 'type'));
  if (clientTool !== undefined) return clientTool.name;
  return nameOf(textOf(wire, 'namespace'), textOf(wire, 'name'));
}

/** The texts of a message's content parts, refusals included. */
export function contentOf(wire: JsonObject): readonly string[] {
  return listOf(wire, 'content').map((part) => {
    const type = textOf(part, 'type');
    if (type === 'output_text') return textOf(part, 'text');
    if (type === 'refusal') return textOf(part, 'refusal');
    return '';
  });
}

/** The citations of a message, each by its place in the text of all its parts. */
export function citationsIn(wire: JsonObject): readonly JsonObject[] {
  const texts = contentOf(wire);
  return listOf(wire, 'content').flatMap((part, at) => {
    const before = texts.slice(0, at).join('').length;
    return listOf(part, 'annotations')
      .filter(isCitation)
      .map((citation) => shifted(citation, before));
  });
}

export function draftOf({ custom, tool, input }: PartialCall): DraftCall {
  return { tool, args: custom ? customArgs(input) : functionArgs(input) };
}

/**
 * Nothing is sent again unless each piece of reasoning is whole, can be sent again, and has its
 * place; a client may be shown all the same what was looked up.
 */
export function reasoningOf(
  items: readonly PartialItem[],
  text: string,
): StoredReasoning | undefined {
  const stored = items.map(storedItem);
  const kept = stored.filter((item) => item !== undefined);
  const inOrder = items.map((item) => (item.kind === 'text' ? saidIn(item) : '')).join('');
  if (inOrder !== text || kept.every(isPlain)) return undefined;
  if (kept.length === stored.length) return { items: kept };
  const found = kept.filter(({ kind }) => kind !== 'reasoning');
  const isFound = found.some((item) => item.kind === 'search' || 'citations' in item);
  return isFound ? { items: found, shownOnly: true } : undefined;
}

function isPlain(item: StoredItem): boolean {
  return item.kind === 'call' || (item.kind === 'text' && Object.keys(item).length === 2);
}

function storedItem(item: PartialItem): StoredItem | undefined {
  switch (item.kind) {
    case 'text': {
      const { phase, citations } = item;
      return {
        kind: 'text',
        characters: saidIn(item).length,
        ...(phase !== '' && { phase }),
        ...(citations.length > 0 && { citations }),
      };
    }
    case 'search': {
      const searched = item.item && searchItem(item.item);
      return searched && { kind: 'search', item: searched };
    }
    case 'unknown':
      return undefined;
    case 'call':
      return { kind: 'call' };
    case 'reasoning': {
      const replayed = item.item && replayable(item.item);
      return replayed && { kind: 'reasoning', item: replayed };
    }
  }
}

function saidIn({ parts }: PartialText): string {
  return [...parts.values()].join('');
}
