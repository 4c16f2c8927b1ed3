import type { Label, LabelSpace } from '../label/label.ts';
import { joinAll } from '../lattice/lattice.ts';
import { reveal, type Content, type Region } from './content.ts';
import type { History } from './history.ts';
import type { Message } from './message.ts';

/** One region of a history, addressable by an id that says nothing about its text. */
export interface RegionEntry {
  /**
   * `t<tool>`, `m<message>` for a message's shape, `m<message>.<part>` for the root of a part and
   * `m<message>.c<call>` for a call's arguments; regions inside follow as `.<place in its parts>`.
   * So an id tells of nothing but the shapes around its region, whose labels flow to its own.
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

/** Every region of the history, in the order in which a model reads them. */
export function regionsOf(history: History): readonly RegionEntry[] {
  const entries: RegionEntry[] = history.tools.map(({ tool, label }, index) => ({
    id: `t${index}`,
    label,
    path: '$',
    message: -1,
    source: {
      kind: 'tool',
      text: `${tool.name} ${tool.description} ${JSON.stringify(tool.parameters)}`,
    },
  }));
  for (const [index, message] of history.messages.entries()) {
    // A document may hold more regions than a call can have arguments, so nothing is spread here.
    for (const entry of regionsOfMessage(message, index)) entries.push(entry);
  }
  return entries;
}

/** The regions of one message. */
function regionsOfMessage(message: Message, index: number): readonly RegionEntry[] {
  if (message.role === 'assistant') {
    return [
      shapeEntry(message.label, index),
      ...contentEntries(message.text, `m${index}.0`, index),
      ...message.calls.flatMap((call, at) => contentEntries(call.args, `m${index}.c${at}`, index)),
    ];
  }
  return [
    shapeEntry(message.shape, index),
    ...message.parts.flatMap((part, at) =>
      part.kind === 'text'
        ? contentEntries(part.content, `m${index}.${at}`, index)
        : [opaqueEntry(part.label, `m${index}.${at}`, index)],
    ),
  ];
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

/** The join of the labels of everything in a history: what the naive propagator answers. */
export function labelOfHistory(space: LabelSpace, history: History): Label {
  const tools = history.tools.map((tool) => tool.label);
  return joinAll(space, [...tools, ...history.messages.flatMap(labelsOfMessage)]);
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

function shapeEntry(label: Label, message: number): RegionEntry {
  return { id: `m${message}`, label, path: '$', message, source: { kind: 'shape' } };
}

function opaqueEntry(label: Label, id: string, message: number): RegionEntry {
  return { id, label, path: '$', message, source: { kind: 'opaque' } };
}

function contentEntries(content: Content, rootId: string, message: number): RegionEntry[] {
  const entries: RegionEntry[] = [];
  const visit = (region: Region, id: string): void => {
    const source: RegionSource = { kind: 'text', content, region };
    entries.push({ id, label: region.label, path: region.path, message, source });
    for (const [at, part] of region.parts.entries()) visit(part, `${id}.${at}`);
  };
  visit(content.root, rootId);
  return entries;
}
