import type { PlainMessage } from '@sluice/core';
import type { EventDraft } from '../store/store.ts';
import { productIn, reducedEvents, type Recorded } from './reduced.ts';
import type { BodyReport } from '../protocol/shared/place.ts';

/** Clients that act on the text of an answer, by what stands in the first turns that they send. */
const known: readonly { readonly looksLike: string; readonly says: RegExp }[] = [
  { looksLike: 'aider', says: /\*SEARCH\/REPLACE block\*|\*file listing\* format/ },
  { looksLike: 'aider', says: /^Act as an expert (?:software developer|architect engineer)/ },
  { looksLike: 'smolagents-code', says: /solve any task using code blobs/ },
];

/** Some clients set their name in a header, or in their user agent. */
const names: readonly { readonly looksLike: string; readonly name: RegExp }[] = [
  { looksLike: 'aider', name: /\baider\b/i },
  { looksLike: 'smolagents-code', name: /\bsmolagents\b/i },
];

/** So much of a turn is looked at, from its beginning. */
const lookedAtMax = 20_000;

interface Request {
  readonly messages: readonly PlainMessage[];
  readonly report: BodyReport;
}

/** For the record, besides the turn itself: what was left out, and a client that acts unguarded. */
export function happenedWith(
  { messages, report }: Request,
  recorded: Recorded,
): readonly EventDraft[] {
  return [...reducedEvents(report, recorded), ...actingEvents(messages, recorded)];
}

/** Once in a run, where the policy takes answers for words that are shown. */
function actingEvents(
  messages: readonly PlainMessage[],
  { call, run, answerId }: Recorded,
): readonly EventDraft[] {
  const { client, exchange, protocol } = call;
  const { policy, least } = run.profile;
  if (policy.answerActs === true || run.reduced.has(actingMark)) return [];
  const { headers } = exchange.request;
  const looksLike = namedIn(headers) ?? lookOf(messages);
  if (looksLike === undefined) return [];
  run.reduced.add(actingMark);
  const userAgent = productIn(headers['user-agent']);
  const type = 'acting-client-seen';
  const sender = { client: client.name, userAgent, protocol: protocol.name };
  const payload = JSON.stringify({ type, atMs: call.nowMs(), ...sender, looksLike });
  // A client's system turn shows what it is, so this is told to whoever may read that.
  const label = policy.space.join(policy.labelOpaqueTurn('system'), least).text;
  return [{ type, label, subject: answerId, payload }];
}

/** Stands among the parts of requests that a run has reported; none of them has a space. */
const actingMark = 'acting client';

type Headers = Recorded['call']['exchange']['request']['headers'];

function namedIn(headers: Headers): string | undefined {
  const said = [headers['user-agent'], headers['x-title'], headers['http-referer']].join(' ');
  return names.find(({ name }) => name.test(said))?.looksLike;
}

function lookOf(messages: readonly PlainMessage[]): string | undefined {
  const first = messages.find(({ role }) => role === 'system') ?? messages[0];
  if (first === undefined || first.role === 'assistant') return undefined;
  const texts = first.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
  const text = texts.join('\n').slice(0, lookedAtMax);
  return known.find(({ says }) => says.test(text))?.looksLike;
}
