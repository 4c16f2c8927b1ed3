import type { Label } from '../label/label.ts';
import type { Content, Region } from './content.ts';
import type { LabelledTool, Message } from './message.ts';

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

/** Entries are shared by all who ask for the regions of a history, so they are frozen. */
function entryOf(entry: RegionEntry): RegionEntry {
  Object.freeze(entry.source);
  return Object.freeze(entry);
}

export function toolEntry({ tool, label }: LabelledTool, index: number): RegionEntry {
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
export function shapeEntry(message: Message, index: number): RegionEntry {
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
export interface RegionLocation {
  readonly id: string;
  readonly message: number;
}

export function opaqueEntry(label: Label, { id, message }: RegionLocation): RegionEntry {
  return entryOf({ id, label, path: '$', message, source: { kind: 'opaque' } });
}

export function textEntry(
  content: Content,
  region: Region,
  { id, message }: RegionLocation,
): RegionEntry {
  const { label, path } = region;
  return entryOf({ id, label, path, message, source: { kind: 'text', content, region } });
}
