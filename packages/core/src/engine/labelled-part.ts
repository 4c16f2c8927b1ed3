import { Content, type Region } from '../history/content.ts';
import { Opaque, type Part } from '../history/message.ts';
import type { PlainPart } from '../history/plain.ts';
import type { Label, LabelSpace } from '../label/label.ts';

export function textPart(content: Content): Part {
  return { kind: 'text', content };
}

export function opaquePart(part: Extract<PlainPart, { kind: 'opaque' }>, label: Label): Part {
  return { kind: 'opaque', mediaType: part.mediaType, data: new Opaque(part.data), label };
}

/**
 * A label, and what the sender of a part says that it carries at least. They can only restrict;
 * what cannot be read as a label restricts most.
 */
export function leastOf(
  space: LabelSpace,
  { least }: PlainPart,
  label: Label = space.bottom,
): Label {
  if (least === undefined) return label;
  try {
    return space.join(label, space.parse(least));
  } catch {
    return space.top;
  }
}

/**
 * A text of a turn with all that it carries. What its sender says stands in a region of its own, as
 * a span that the policy labels apart: a step depends on it where something comes from it.
 */
export function addedTo(
  space: LabelSpace,
  part: Extract<PlainPart, { kind: 'text' }>,
  content: Content,
): Content {
  const label = leastOf(space, part, content.label);
  if (part.least === undefined || space.flowsTo(label, content.root.label)) return content;
  const root: Region = { ...content.root, parts: [{ ...content.root, label, parts: [] }] };
  return Content.of(space, part.text, root);
}
