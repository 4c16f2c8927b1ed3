import { reveal, type Content, type Message, type Region, type RegionEntry } from '@sluice/core';

/** A run of characters of one region: `region` is its id. */
export interface RegionRun {
  readonly region: string;
  readonly text: string;
}

/**
 * The text of a message in the order of reading, cut where regions begin and end; the characters
 * of a container that lie in none of its parts are its own. `entries` are the message's regions.
 * Whoever calls this must have checked that all of them may be read.
 */
export function runsOf(content: Content, entries: readonly RegionEntry[]): readonly RegionRun[] {
  const text = reveal(content);
  const ids = new Map<Region, string>();
  for (const { id, source } of entries) if (source.kind === 'text') ids.set(source.region, id);
  const runs: RegionRun[] = [];
  const visit = (region: Region): void => {
    const id = ids.get(region) ?? '';
    let from = region.start;
    for (const part of region.parts) {
      runs.push({ region: id, text: text.slice(from, part.start) });
      visit(part);
      from = part.end;
    }
    runs.push({ region: id, text: text.slice(from, region.end) });
  };
  visit(content.root);
  return runs.filter((run) => run.text !== '');
}

/** The texts of a message, each with what it is; parts that are no text are left out. */
export function contentsOf(message: Message): readonly Content[] {
  return message.role === 'assistant'
    ? [message.text]
    : message.parts.flatMap((part) => (part.kind === 'text' ? [part.content] : []));
}
