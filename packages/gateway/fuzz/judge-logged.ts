import { isBody, textOf } from '../test/upstream/dialect.ts';
import { alarms, type Context, type Finding, type Seen } from './judge.ts';
import type { Given } from './provider.ts';
import type { Sent } from './client.ts';

export interface LoggedContext extends Context {
  readonly request: Sent;
  readonly given: readonly Given[];
  /** True if what the provider gave was for this request alone. */
  readonly isAlone: boolean;
}

/**
 * Looks at one request in `log` mode: what the provider was sent, and what the client got, are the
 * other's very bytes, except for ids that the gateway gave while it guarded. What has no equal here
 * is let be: a client that left, a request that the gateway refused without the provider.
 */
export function judgeLogged(
  seen: Seen,
  { request, given, isAlone, ...context }: LoggedContext,
): readonly Finding[] {
  const { outcome, sent } = seen;
  const [answer, ...others] = given;
  const wasBroken = given.some(({ isWhole }) => !isWhole);
  const found = alarms(seen, context).filter(
    ({ because }) => !(wasBroken && because === 'connection broken'),
  );
  if (answer === undefined || others.length > 0 || !isAlone) return found;
  const body = request.body?.toString('utf8') ?? '';
  if (!isPassedOn(body, sent[0] ?? '')) found.push(changed('log mode changed a request'));
  if (outcome.kind !== 'received') return found;
  const { status, bytes, headers } = outcome.received;
  if (wasBroken) return found;
  if (status !== answer.status) found.push(changed(`log mode changed ${answer.status}`));
  if (!bytes.equals(answer.bytes)) found.push(changed('log mode changed a response'));
  if (!headers.includes('"x-sluice-mode":"log"')) found.push(changed('log mode is not said'));
  return found;
}

const ofOurs = /"(?:fc|msg|rs|ws|resp)_[0-9a-f]{32}/;
const named = /"(?:previous_response_id|item_reference)"/;

/** The very bytes; but of a body with items of guarded answers, all but what is the gateway's. */
function isPassedOn(body: string, sent: string): boolean {
  if (sent === body) return true;
  if (marked.test(body)) return withoutMarks(body) === withoutMarks(sent);
  if (!ofOurs.test(body)) return false;
  // The replacement of a name has tests of its own, and is longer than the request.
  return named.test(body) || withoutOurs(body) === withoutOurs(sent);
}

/** Signatures that the gateway makes for Gemini's clients, and the word that stands for them. */
const marked = /"c2x1aWNl[\w+/=-]*"/;

function withoutMarks(text: string): string {
  const bare = text.replaceAll(new RegExp(marked, 'g'), '"skip_thought_signature_validator"');
  return JSON.stringify(JSON.parse(bare));
}

function withoutOurs(text: string): string {
  return JSON.stringify(JSON.parse(text), (_, value: unknown) => {
    if (Array.isArray(value)) return value.filter((item) => !isReasoningOfOurs(item));
    if (!isBody(value) || !ofOurs.test(`"${textOf(value, 'id')}`)) return value;
    return { ...value, id: undefined };
  });
}

function isReasoningOfOurs(item: unknown): boolean {
  return isBody(item) && /^(?:rs|ws)_[0-9a-f]{32}/.test(textOf(item, 'id'));
}

function changed(because: string): Finding {
  return { kind: 'crash', because };
}
