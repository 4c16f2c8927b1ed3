import type { Label, LabelSpace } from '../../label/label.ts';
import type { Entry, GivenCalls, Matched, Sent } from './transcript-entry.ts';

/**
 * Tells what the client holds of the transcript as it stands: all of it, in order; all of it but
 * system turns, which clients write anew; or less, and then each message is looked up by itself.
 */
export function matchSent(
  stands: readonly Entry[],
  sent: readonly Sent[],
  recognise: (key: string, used: Set<Entry>) => Entry | undefined,
): Matched {
  if (stands.every(({ key }, at) => sent[at]?.key === key)) {
    return { isIntact: true, stands, tail: sent.slice(stands.length) };
  }
  const used = new Set(sent.flatMap(({ known }) => known ?? []));
  const recognised = (one: Sent): Sent => {
    return { ...one, known: one.known ?? recognise(one.key, used) };
  };
  const turns = stands.filter((entry) => !isSystem(entry));
  const aside = sent.filter((one) => !isSystemTurn(one));
  const isIntact = turns.every(({ key }, at) => aside[at]?.key === key);
  if (!isIntact) return { isIntact, stands: [], tail: sent.map(recognised) };
  const left = turns.values();
  const tail = sent.map((one): Sent => {
    if (isSystemTurn(one)) return recognised(one);
    const known = left.next().value;
    return known === undefined ? one : { ...one, known };
  });
  return { isIntact, stands: [], tail };
}

export function isSystem({ messages: [first] }: Entry): boolean {
  return first?.role === 'system';
}

function isSystemTurn({ message, known }: Sent): boolean {
  return known === undefined ? message?.role === 'system' : isSystem(known);
}

/**
 * What every message that is not recognised carries at least: top where someone else's turns are
 * among them, the high-water label where known history is missing or changed.
 */
export function unrecognisedFloor(
  space: LabelSpace,
  { isIntact, tail }: Matched,
  { given, highWater }: { readonly given: GivenCalls; readonly highWater: Label },
): Label {
  const isForeign = ({ message, known }: Sent): boolean =>
    known === undefined &&
    (message?.role === 'assistant' ||
      (message?.role === 'tool' && given.find(message.callId) === undefined));
  if (tail.some(isForeign)) return space.top;
  // The client may hold results that it has not shown us.
  return isIntact ? space.bottom : space.join(highWater, given.outstandingLabel());
}
