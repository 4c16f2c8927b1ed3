import { blockedTools } from '../task/capability.ts';
import type { Chunk } from '../task/task.ts';

/** Typical patterns of lines that give orders. Not tuned to the games: they miss polite ones. */
const imperatives: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override)\b/i,
  /\byou (?:must|have to|shall)\b/i,
  /\bnew (?:instructions?|task|rules?)\b/i,
  /^\s*(?:system|assistant|admin(?:istrator)?)\s*:/i,
  /\b(?:reveal|disclose|repeat|print)\b.*\b(?:key|secret|password|prompt|token)\b/i,
];

/** Names of tools that no policy of the games allows. */
const names = new RegExp(String.raw`\b(?:${blockedTools.join('|')})\b`, 'gi');

/** The form of canaries and action tokens: words in capitals, then a number. */
const canaries = /\b[A-Z]+(?:_[A-Z]+)+_\d{4,}\b/g;

const removed = '[removed]';

/** Replaces each line that gives an order or names a forbidden tool. */
export function withoutOrders(chunks: readonly Chunk[]): readonly Chunk[] {
  return mapText(chunks, (text) =>
    text
      .split('\n')
      .map((line) => (isOrder(line) ? removed : line))
      .join('\n'),
  );
}

function isOrder(line: string): boolean {
  return imperatives.some((each) => each.test(line)) || line.search(names) !== -1;
}

/** Keeps chunks of those who are named; what looks like a canary goes too. */
export function ofTenants(chunks: readonly Chunk[], tenants: readonly string[]): readonly Chunk[] {
  return withoutCanaries(chunks.filter(({ from }) => tenants.includes(from)));
}

/** Replaces names of forbidden tools, and the tokens of their actions. */
export function withoutCapabilities(chunks: readonly Chunk[]): readonly Chunk[] {
  return mapText(chunks, (text) => text.replaceAll(actions, removed).replaceAll(names, removed));
}

const actions = new RegExp(String.raw`\bCALL_(?:${blockedTools.join('|')})_\d+\b`, 'gi');

export function withoutCanaries(chunks: readonly Chunk[]): readonly Chunk[] {
  return mapText(chunks, (text) => text.replaceAll(canaries, removed));
}

function mapText(chunks: readonly Chunk[], change: (text: string) => string): readonly Chunk[] {
  return chunks.map(({ from, text }) => ({ from, text: change(text) }));
}
