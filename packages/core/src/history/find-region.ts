import type { Content, Region } from './content.ts';
import type { History } from './history.ts';
import type { Message, Part } from './message.ts';
import { opaqueEntry, shapeEntry, textEntry, toolEntry, type RegionEntry } from './region-entry.ts';

const regionId = /^(?:t(\d+)|m(\d+)(?:\.(c?)(\d+)((?:\.\d+)*))?)$/;

/** The region with this id, without a look at any other; `undefined` where there is none. */
export function findRegion(history: History, id: string): RegionEntry | undefined {
  const [, tool, message, call, place, inside = ''] = regionId.exec(id) ?? [];
  const entry =
    tool === undefined
      ? findInMessage(history, Number(message), { isCall: call === 'c', place, inside })
      : findTool(history, Number(tool));
  // A number can be written in several ways (`m01`), an id in one.
  return entry?.id === id ? entry : undefined;
}

function findTool({ tools }: History, index: number): RegionEntry | undefined {
  const tool = tools[index];
  return tool === undefined ? undefined : toolEntry(tool, index);
}

interface PlaceInMessage {
  readonly isCall: boolean;
  /** `undefined` for the message's shape. */
  readonly place: string | undefined;
  /** `.2.0`: the parts that lead to the region, empty for the root. */
  readonly inside: string;
}

function findInMessage(
  history: History,
  index: number,
  { isCall, place, inside }: PlaceInMessage,
): RegionEntry | undefined {
  const message = history.at(index);
  if (message === undefined) return undefined;
  if (place === undefined) return shapeEntry(message, index);
  const part = partAt(message, Number(place), isCall);
  const id = `m${index}.${isCall ? 'c' : ''}${Number(place)}${inside}`;
  if (part?.kind === 'opaque') {
    return inside === '' ? opaqueEntry(part.label, { id, message: index }) : undefined;
  }
  const region = part && regionAt(part.content, inside);
  return part && region && textEntry(part.content, region, { id, message: index });
}

function partAt(message: Message, at: number, isCall: boolean): Part | undefined {
  if (message.role !== 'assistant') return isCall ? undefined : message.parts[at];
  const content = isCall ? message.calls[at]?.args : at === 0 ? message.text : undefined;
  return content && { kind: 'text', content };
}

function regionAt(content: Content, inside: string): Region | undefined {
  let region: Region | undefined = content.root;
  for (const place of inside.split('.').slice(1)) {
    if (String(Number(place)) !== place) return undefined;
    region = region?.parts[Number(place)];
  }
  return region;
}
