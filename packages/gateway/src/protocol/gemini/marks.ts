import { isRecord } from '../shared/fields.ts';
import { unsigned } from '../shared/unsigned.ts';

/**
 * Clients send calls back without their ids, or under names of their own, and each piece of a
 * stream as a content of its own; signatures they send back as they came, for the provider insists
 * on that. So what a client is given as signature says which call it is, or that an answer ends.
 * The provider's own signatures are kept here, with the reply that they belong to.
 */
const begins = 'sluice:';
const end = 'end';
const charactersMax = 256;
/** In whole groups of three: what stands behind them changes nothing in them. */
const beginsEncoded = Buffer.from(begins.slice(0, 6)).toString('base64');

export const endMark: string = markOf(end);

export function callMark(callId: string): string {
  return markOf(callId);
}

function markOf(word: string): string {
  return Buffer.from(begins + word).toString('base64');
}

/** True if an answer of ours ends with the part. */
export function isEnd({ thoughtSignature }: Readonly<Record<string, unknown>>): boolean {
  return wordIn(thoughtSignature) === end;
}

/** The id of a call of ours; `undefined` where the signature is not of our making. */
export function markedCallId(signature: unknown): string | undefined {
  const word = wordIn(signature);
  return word === end ? undefined : word;
}

/** SDKs that hold it as bytes write it in the other alphabet of base64. */
function wordIn(signature: unknown): string | undefined {
  if (typeof signature !== 'string' || signature.length > charactersMax) return undefined;
  const text = Buffer.from(signature, 'base64').toString('utf8');
  const word = text.slice(begins.length);
  return text.startsWith(begins) && /^[\w-]+$/.test(word) ? word : undefined;
}

/** An id as we mint it, of one that its client has put a name before. */
export function plainId(id: string): string {
  return /(?<=__)call_[0-9a-f]{32}$/.exec(id)?.[0] ?? id;
}

/** True if a body may hold marks of ours. */
export function mayHoldMarks(body: Buffer): boolean {
  return body.includes(beginsEncoded);
}

/** A body for the provider, which would refuse signatures that it never made. */
export function withoutMarks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMarks);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const isSignature = name === 'thoughtSignature' || name === 'thought_signature';
      return [name, isSignature && wordIn(each) !== undefined ? unsigned : withoutMarks(each)];
    }),
  );
}
