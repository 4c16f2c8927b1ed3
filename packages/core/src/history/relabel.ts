import { SluiceError } from '../errors.ts';
import type { Label, LabelSpace } from '../label/label.ts';
import { canonicalJson } from './json/canonical.ts';
import { Content, reveal, type Region } from './content.ts';
import { findRegion, ownPieces, regionsOf } from './regions.ts';
import type { History } from './history.ts';
import { revealOpaque, type Call, type Part, writerOf } from './message.ts';

/** The label of a region by its id. Throws `history-invalid` where there is no such region. */
export function labelOfRegion(history: History, id: string): Label {
  const entry = regionsOf(history).find((one) => one.id === id);
  if (entry === undefined) throw noSuchRegion(id);
  return entry.label;
}

/** A region as a person reads it who lowers its label and answers for it. */
export interface VouchedRegion {
  readonly label: Label;
  /** The label of where it stands: who is not cleared for it may not learn that there is a part. */
  readonly shape: Label;
  /** The writer: a role, or the tool whose result it is. */
  readonly from: string;
  /**
   * Its own characters, cut where a part of it stands, which keeps its label: no text of a
   * stranger's can look like one.
   */
  readonly pieces: readonly string[];
}

/** A region that may be relabelled, as it reads; `undefined` where there is none by this id. */
export function vouchedRegion(history: History, id: string): VouchedRegion | undefined {
  const entry = findRegion(history, id);
  const message = history.at(entry?.message ?? -1);
  const [, place] = id.split('.');
  if (entry === undefined || message === undefined || place === undefined) return undefined;
  if (message.role === 'assistant') return undefined;
  const part = message.parts[Number(place)];
  const pieces =
    part?.kind === 'opaque' ? [canonicalJson(revealOpaque(part.data))] : ownPieces(entry);
  const from = writerOf(message, callIn(history));
  return { label: entry.label, shape: message.shape, from, pieces };
}

function callIn({ messages }: History): (id: string) => Call | undefined {
  const calls = messages.flatMap((each) => (each.role === 'assistant' ? each.calls : []));
  return (id) => calls.find((call) => call.id === id);
}

/**
 * The same history with one region of a user's turn or a tool's result at another label, and what
 * is inside it where it was, but never below: a region's label flows to its parts'. The label of
 * what is around it stays too, so a part cannot fall below its container. Only `endorse` and
 * `declassify` call this. Throws `history-invalid` for other regions.
 */
export function relabelRegion(
  space: LabelSpace,
  history: History,
  { id, label }: { readonly id: string; readonly label: Label },
): History {
  const entry = regionsOf(history).find((one) => one.id === id);
  const message = history.messages[entry?.message ?? -1];
  const [, place, ...inside] = id.split('.');
  const isOurs = message === undefined || message.role === 'assistant';
  if (entry === undefined || place === undefined || isOurs) {
    throw noSuchRegion(id);
  }
  const at = Number(place);
  const parts = message.parts.map((part, index) =>
    index === at ? relabelPart(space, part, { path: inside.map(Number), label }) : part,
  );
  // A message of one part has that part's label for its shape: they are lowered together.
  const isWhole = inside.length === 0 && parts.length === 1 && message.shape === entry.label;
  return history.with(entry.message, { ...message, parts, shape: isWhole ? label : message.shape });
}

function relabelPart(
  space: LabelSpace,
  part: Part,
  { path, label }: { readonly path: readonly number[]; readonly label: Label },
): Part {
  if (part.kind === 'opaque') return { ...part, label };
  const { content } = part;
  const root = relabelled(content.root, path, label);
  return { kind: 'text', content: Content.of(space, reveal(content), root) };
}

function relabelled(region: Region, path: readonly number[], label: Label): Region {
  const [at, ...rest] = path;
  if (at === undefined) return { ...region, label };
  const parts = region.parts.map((part, index) =>
    index === at ? relabelled(part, rest, label) : part,
  );
  return { ...region, parts };
}

function noSuchRegion(id: string): SluiceError {
  return new SluiceError('history-invalid', `no region \`${id}\` that a person may relabel`, {
    hint: 'take the id of a region of a user turn or a tool result from the history',
  });
}
