import { SluiceError } from '../errors.ts';
import type { Label, LabelSpace } from '../label/label.ts';
import { Content, reveal, type Region } from './content.ts';
import type { History } from './history.ts';
import type { Part } from './message.ts';
import { regionsOf } from './regions.ts';

/** The label of a region by its id. Throws `history-invalid` where there is no such region. */
export function labelOfRegion(history: History, id: string): Label {
  const entry = regionsOf(history).find((one) => one.id === id);
  if (entry === undefined) throw noSuchRegion(id);
  return entry.label;
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
