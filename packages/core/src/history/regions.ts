import { reveal, type Content, type Region } from './content.ts';
import { ByTrunk, type History } from './history.ts';
import type { Message } from './message.ts';
import {
  opaqueEntry,
  shapeEntry,
  textEntry,
  toolEntry,
  type RegionLocation,
  type RegionEntry,
} from './region-entry.ts';

export { findRegion } from './find-region.ts';
export { labelOfHistory, labelOfMessage } from './joined-label.ts';
export type { RegionEntry, RegionSource } from './region-entry.ts';

/** The regions of a trunk, and for each message how many regions stand before it. */
interface KnownRegions {
  readonly entries: RegionEntry[];
  readonly before: number[];
}

const known = new ByTrunk(({ tools }): KnownRegions => {
  return { entries: tools.map(toolEntry), before: [tools.length] };
});

/**
 * Every region of the history, in the order in which a model reads them. Only messages that no
 * history before has listed are visited.
 */
export function regionsOf(history: History): readonly RegionEntry[] {
  const { entries, before } = known.of(history);
  const from = before.length - 1;
  for (const [at, message] of history.from(from).entries()) {
    // Read as a whole first: what throws halfway must leave nothing behind.
    const fresh = regionsOfMessage(message, from + at);
    // A document may hold more regions than a call can have arguments, so nothing is spread here.
    for (const entry of fresh) entries.push(entry);
    before.push(entries.length);
  }
  return entries.slice(0, before[history.length]);
}

/** The regions of one message. */
function regionsOfMessage(message: Message, index: number): readonly RegionEntry[] {
  const entries = [shapeEntry(message, index)];
  if (message.role === 'assistant') {
    addEntries(entries, message.text, { id: `m${index}.0`, message: index });
    for (const [at, call] of message.calls.entries()) {
      addEntries(entries, call.args, { id: `m${index}.c${at}`, message: index });
    }
    return entries;
  }
  for (const [at, part] of message.parts.entries()) {
    const place = { id: `m${index}.${at}`, message: index };
    if (part.kind === 'text') addEntries(entries, part.content, place);
    else entries.push(opaqueEntry(part.label, place));
  }
  return entries;
}

/** The characters of a region that lie in none of its parts, or all of them for a tool. */
export function ownText(entry: RegionEntry): string {
  return ownPieces(entry).join('');
}

/** The same characters, cut where parts stand: `parts.length + 1` pieces for a text. */
export function ownPieces({ source }: RegionEntry): readonly string[] {
  switch (source.kind) {
    case 'text': {
      const text = reveal(source.content);
      const { start, end, parts } = source.region;
      if (parts.length === 0) return [text.slice(start, end)];
      const starts = [start, ...parts.map((part) => part.end)];
      return starts.map((from, at) => text.slice(from, parts[at]?.start ?? end));
    }
    case 'tool':
      return [source.text];
    case 'opaque':
    case 'shape':
      return [];
  }
}

function addEntries(entries: RegionEntry[], content: Content, place: RegionLocation): void {
  const visit = (region: Region, id: string): void => {
    entries.push(textEntry(content, region, { id, message: place.message }));
    let at = 0;
    for (const part of region.parts) {
      visit(part, `${id}.${at}`);
      at += 1;
    }
  };
  visit(content.root, place.id);
}
