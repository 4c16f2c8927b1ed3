import type { Message, Part } from '../../history/message.ts';
import type { Label } from '../../label/label.ts';
import type { Entry, Sent } from './entries.ts';

/** A turn of the user's that stands in its place with fewer parts than the run knows. */
export interface FewerParts {
  readonly messages: readonly Message[];
  readonly lost: readonly LostPart[];
}

/** A part that is gone from where it stood. */
export interface LostPart {
  readonly key: string;
  readonly label: Label;
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
  const lost: LostPart[] = [];
  for (const [at, part] of turn.parts.entries()) {
    const own = was[at] ?? '';
    if (own === is[kept.length]) kept.push(part);
    else lost.push({ key: own, label: part.kind === 'text' ? part.content.label : part.label });
  }
  return kept.length < is.length ? undefined : { messages: [{ ...turn, parts: kept }], lost };
}

/** The labels of lost parts that the client has not moved as they are into another turn. */
export function labelsOfLost(lost: readonly LostPart[], sent: readonly Sent[]): readonly Label[] {
  if (lost.length === 0) return [];
  const turns = sent.filter(({ message }) => message?.role === 'user');
  const there = new Set(turns.flatMap(({ key }) => partKeys(key)));
  return lost.filter(({ key }) => !there.has(key)).map(({ label }) => label);
}

/** The parts in the key of a turn of the user's. */
function partKeys(key: string): readonly string[] {
  const read: unknown = JSON.parse(key);
  const parts: unknown = Array.isArray(read) ? read[1] : undefined;
  return Array.isArray(parts) ? parts.map((part: unknown) => JSON.stringify(part)) : [];
}
