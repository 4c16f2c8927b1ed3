import type { DraftCall } from '@sluice/core';
import { customArgs } from '../shared/wire.ts';
import { replayable, type StoredItem, type StoredReasoning } from './reasoning.ts';
import { listOf, malformed, textOf, type Wire } from './wire-reply.ts';

/** The items of a response while it is read. */
export type PartialItem = PartialText | PartialCall | PartialReasoning;

interface PartialText {
  readonly kind: 'text';
  /** What came of each content part. */
  readonly parts: Map<number, string>;
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
  item: Wire | undefined;
}

/** An item as it begins. Throws for the provider's own tools, for they were never asked for. */
export function startedItem(wire: Wire): PartialItem {
  const type = textOf(wire, 'type');
  if (type === 'message') return { kind: 'text', parts: new Map(), phase: textOf(wire, 'phase') };
  if (type === 'reasoning') return { kind: 'reasoning', item: undefined };
  if (type === 'function_call' || type === 'custom_tool_call') {
    const custom = type === 'custom_tool_call';
    return { kind: 'call', custom, tool: textOf(wire, 'name'), input: '', whole: false };
  }
  throw malformed('holds an item that was not asked for');
}

/** The texts of a message's content parts, refusals included. */
export function contentOf(wire: Wire): readonly string[] {
  return listOf(wire, 'content').map((part) => {
    const type = textOf(part, 'type');
    if (type === 'output_text') return textOf(part, 'text');
    if (type === 'refusal') return textOf(part, 'refusal');
    throw malformed('holds content that is not text');
  });
}

export function draftOf({ custom, tool, input }: PartialCall): DraftCall {
  return { tool, args: custom ? customArgs(input) : input };
}

/** Nothing, unless each piece of reasoning is whole, can be sent again, and has its place. */
export function reasoningOf(
  items: readonly PartialItem[],
  text: string,
): StoredReasoning | undefined {
  const stored = items.map(storedItem);
  if (!stored.every((item) => item !== undefined)) return undefined;
  if (!stored.some((item) => item.kind === 'reasoning' || 'phase' in item)) return undefined;
  const inOrder = items.map((item) => (item.kind === 'text' ? saidIn(item) : '')).join('');
  return inOrder === text ? { items: stored } : undefined;
}

function storedItem(item: PartialItem): StoredItem | undefined {
  switch (item.kind) {
    case 'text': {
      const characters = saidIn(item).length;
      return { kind: 'text', characters, ...(item.phase !== '' && { phase: item.phase }) };
    }
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
