import type { Label, LabelSpace } from '../label/label.ts';
import { joinAll } from '../label/lattice.ts';
import { type Content, type Region, reveal } from './content.ts';
import { ByTrunk, type History } from './history.ts';
import type { LabelledTool, Message, Part } from './message.ts';

/** One region of a history, addressable by an id that says nothing about its text. */
export interface RegionEntry {
  /**
   * `t<tool>`, `m<message>` for a message's shape, `m<message>.<part>` for the root of a part and
   * `m<message>.c<call>` for a call's arguments; regions inside follow as `.<place in its parts>`.
   * So an id tells of nothing but the shapes around its region: those of containers flow to its
   * label, that of its message need not.
   */
  readonly id: string;
  readonly label: Label;
  /** Path inside its document. Keys may be text of strangers: show it only to who is cleared. */
  readonly path: string;
  /** Index into `history.messages`; -1 for a tool's description. */
  readonly message: number;
  readonly source: RegionSource;
}

export type RegionSource =
  | { readonly kind: 'text'; readonly content: Content; readonly region: Region }
  | { readonly kind: 'opaque' }
  | { readonly kind: 'tool'; readonly text: string }
  /** The bare fact that a generation or a message has this many parts. */
  | { readonly kind: 'shape' };

/** The regions of a trunk, and for each message how many regions stand before it. */
interface KnownRegions {
  readonly entries: RegionEntry[];
  readonly before: number[];
}

const listed = new ByTrunk(({ tools }): KnownRegions => {
  return { entries: tools.map(toolEntry), before: [tools.length] };
});

/**
 * Every region of the history, in the order in which a model reads them. Only messages that no
 * history before has listed are visited.
 */
export function regionsOf(history: History): readonly RegionEntry[] {
  const { entries, before } = listed.of(history);
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

/** For each space, the joined label of the first so many messages of a trunk. */
const joined = new ByTrunk(() => new WeakMap<LabelSpace, Label[]>());

/**
 * The join of the labels of everything in a history: what the naive propagator answers. Only
 * messages that no history before has joined are visited.
 */
export function labelOfHistory(space: LabelSpace, history: History): Label {
  const bySpace = joined.of(history);
  const labels = bySpace.get(space) ?? [ofTools(space, history)];
  bySpace.set(space, labels);
  let label = labels[Math.min(history.length, labels.length - 1)] ?? space.top;
  if (labels.length > history.length) return label;
  for (const message of history.from(labels.length - 1)) {
    label = space.join(label, labelOfMessage(space, message));
    labels.push(label);
  }
  return label;
}

function ofTools(space: LabelSpace, { tools }: History): Label {
  return joinAll(
    space,
    tools.map((tool) => tool.label),
  );
}

/** The join of the labels of everything in one message. */
export function labelOfMessage(space: LabelSpace, message: Message): Label {
  return joinAll(space, labelsOfMessage(message));
}

/** Contents know their joined label, so no region is visited. */
function labelsOfMessage(message: Message): readonly Label[] {
  if (message.role === 'assistant') {
    const calls = message.calls.flatMap((call) => [call.label, call.args.label]);
    return [message.label, message.text.label, ...calls];
  }
  const parts = message.parts.map((part) =>
    part.kind === 'text' ? part.content.label : part.label,
  );
  return [message.shape, ...parts];
}

/** Entries are shared by all who ask for the regions of a history, so they are frozen. */
function entryOf(entry: RegionEntry): RegionEntry {
  Object.freeze(entry.source);
  return Object.freeze(entry);
}

function toolEntry({ tool, label }: LabelledTool, index: number): RegionEntry {
  const text = `${tool.name} ${tool.description} ${JSON.stringify(tool.parameters)}`;
  return entryOf({
    id: `t${index}`,
    label,
    path: '$',
    message: -1,
    source: { kind: 'tool', text },
  });
}

/** The bare fact that a message has the parts that it has. */
function shapeEntry(message: Message, index: number): RegionEntry {
  const label = message.role === 'assistant' ? message.label : message.shape;
  return entryOf({
    id: `m${index}`,
    label,
    path: '$',
    message: index,
    source: { kind: 'shape' },
  });
}

/** Where a region stands. */
interface RegionLocation {
  readonly id: string;
  readonly message: number;
}

function opaqueEntry(label: Label, { id, message }: RegionLocation): RegionEntry {
  return entryOf({ id, label, path: '$', message, source: { kind: 'opaque' } });
}

function textEntry(content: Content, region: Region, { id, message }: RegionLocation): RegionEntry {
  const { label, path } = region;
  return entryOf({ id, label, path, message, source: { kind: 'text', content, region } });
}
