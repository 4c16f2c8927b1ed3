import type { Message, Part } from '../../history/message.ts';
import type { Label } from '../../label/label.ts';
import type { Entry, Sent } from './entries.ts';

/** A turn of the user's that stands in its place with fewer parts than the run knows. */
export interface FewerParts {
  readonly messages: readonly Message[];
  /** The labels of the parts that are gone from where they stood. */
  readonly lost: readonly Label[];
}

/**
 * Clients leave out of a turn what they put there themselves, such as a reminder of the date, when
 * they go on with a saved conversation. What is left is what the run knows, in the same order;
 * `undefined` where it is not.
 */
export function fewerParts(
  { messages, key }: Entry,
  sent: Sent | undefined,
): FewerParts | undefined {
  const [turn, ...others] = messages;
  if (turn?.role !== 'user' || others.length > 0 || sent?.message?.role !== 'user')
    return undefined;
  const [was, is] = [partKeys(key), partKeys(sent.key)];
  if (is.length === 0 || is.length >= was.length || was.length !== turn.parts.length)
    return undefined;
  const kept: Part[] = [];
  const lost: Label[] = [];
  for (const [at, part] of turn.parts.entries()) {
    const own = was[at] ?? '';
    if (own === is[kept.length]) kept.push(part);
    else lost.push(part.kind === 'text' ? part.content.label : part.label);
  }
  return kept.length < is.length ? undefined : { messages: [{ ...turn, parts: kept }], lost };
}

/** The parts in the key of a turn of the user's. */
function partKeys(key: string): readonly string[] {
  const read: unknown = JSON.parse(key);
  const parts: unknown = Array.isArray(read) ? read[1] : undefined;
  return Array.isArray(parts) ? parts.map((part: unknown) => JSON.stringify(part)) : [];
}
