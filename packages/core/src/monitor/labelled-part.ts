import type { Content } from '../history/content.ts';
import { Opaque, type Part } from '../history/message.ts';
import type { PlainPart } from '../history/plain.ts';
import type { Label } from '../label/label.ts';

export function textPart(content: Content): Part {
  return { kind: 'text', content };
}

export function opaquePart(part: Extract<PlainPart, { kind: 'opaque' }>, label: Label): Part {
  return { kind: 'opaque', mediaType: part.mediaType, data: new Opaque(part.data), label };
}
