import { limits } from '../limits.ts';
import type { ClientRequest } from '../protocol/protocol.ts';
import type { ModelCall } from '../protocol/route.ts';
import { bareOf, isRecord, refusedField } from '../protocol/shared/fields.ts';
import { type BodyReport, Place } from '../protocol/shared/place.ts';
import type { LiveRun } from '../run/live-run.ts';
import type { Profile } from '../settings/profile.ts';
import type { EventDraft } from '../store/store.ts';

/** The headers by which a client is told what became of the parts of its request. */
export function reportHeaders({ dropped, unread }: BodyReport): Readonly<Record<string, string>> {
  return {
    ...(dropped.length > 0 && { 'x-sluice-dropped': headerOf(dropped) }),
    ...(unread.length > 0 && { 'x-sluice-unread': headerOf(unread) }),
  };
}

/** Short enough for both headers: many clients read no more than 16 KiB of all headers. */
const headerCharactersMax = 4_000;

function headerOf(paths: readonly string[]): string {
  let text = '';
  for (const [index, each] of paths.entries()) {
    const longer = index === 0 ? each : `${text}, ${each}`;
    if (longer.length > headerCharactersMax) return `${text}, and ${paths.length - index} more`;
    text = longer;
  }
  return text;
}

/**
 * A body as its protocol and the operator read it: a field that would be left out passes where the
 * operator says so. Throws `RequestError` for one that the operator refuses, and what `read` does.
 */
export function readAs(
  read: (body: unknown) => ClientRequest,
  body: unknown,
  { pass, refuse }: Profile['fields'],
): ClientRequest {
  if (pass.size === 0 && refuse.size === 0) return read(body);
  const fields = isRecord(body) ? Object.entries(body) : [];
  const refused = new Set([...refuse].map(bareOf));
  const bad = fields.find(([name, value]) => value !== null && refused.has(bareOf(name)));
  if (bad !== undefined) {
    throw refusedField(Place.body().field(bad[0]), 'leave it out: the operator refuses it');
  }
  const request = read(body);
  const { dropped, unread } = request.report;
  const left = new Set(dropped);
  const passed = fields.filter(([name]) => pass.has(name) && left.has(name));
  if (passed.length === 0) return request;
  const names = new Set(passed.map(([name]) => name));
  return {
    ...request,
    params: { ...request.params, ...Object.fromEntries(passed) },
    report: { dropped: dropped.filter((each) => !names.has(each)), unread },
  };
}

/**
 * A request without the tools of the provider's that the policy does not name: what they find would
 * carry no label. Its report has all that was left out, headers too.
 */
export function reducedRequest(
  request: ClientRequest,
  { owner, droppedHeaders }: Pick<ModelCall, 'owner' | 'droppedHeaders'>,
): ClientRequest {
  const { policy } = owner.profile;
  const { hosted = new Map<string, Readonly<Record<string, unknown>>>(), report } = request;
  const named = [...hosted].filter(([name]) => policy.providerTool(name) !== undefined);
  if (named.length === hosted.size && droppedHeaders.length === 0) return request;
  const kept = new Map(named);
  const unnamed = [...hosted.keys()].filter((name) => !kept.has(name));
  const tools = unnamed.map((name) => `tools[]:${name}`);
  const others = [...tools, ...droppedHeaders].slice(0, droppedMax);
  const dropped = [...report.dropped, ...others];
  return { ...request, hosted: kept, report: { ...report, dropped } };
}

/** Besides those of the body: a header may name any number of betas. */
const droppedMax = 32;

export interface Recorded {
  readonly call: Pick<ModelCall, 'client' | 'exchange' | 'nowMs' | 'protocol'>;
  readonly run: Pick<LiveRun, 'reduced' | 'profile'>;
  readonly answerId: string;
  /** The provider got the request as it came (`log` mode). */
  readonly isPassed: boolean;
}

/**
 * For the record, where a request has parts to report that none of its run had before: names of
 * fields and types alone. Those of the conversation are in an event of their own: a tool's result
 * may be as its author likes, down to such names.
 */
export function reducedEvents(
  { dropped, unread }: BodyReport,
  { call, run, answerId, isPassed }: Recorded,
): readonly EventDraft[] {
  const { reduced } = run;
  const news = [...dropped, ...unread].filter((each) => !reduced.has(each));
  if (news.length === 0 || reduced.size > limits.reducedPerRunMax) return [];
  for (const each of news) reduced.add(each);
  const { client, exchange, protocol } = call;
  const userAgent = productIn(exchange.request.headers['user-agent']);
  const sender = { client: client.name, userAgent, protocol: protocol.name };
  const type = 'request-reduced';
  const subject = answerId;
  return [false, true].flatMap((isSaid): readonly EventDraft[] => {
    const among = (paths: readonly string[]): readonly string[] =>
      paths.filter((each) => isOfConversation(each) === isSaid);
    const told = { dropped: among(dropped), unread: among(unread) };
    if (told.dropped.length + told.unread.length === 0) return [];
    const payload = { type, atMs: call.nowMs(), ...sender, ...told, passed: isPassed };
    return [{ type, label: isSaid ? 'top' : 'bottom', subject, payload: JSON.stringify(payload) }];
  });
}

/** All lists but that of the tools are taken for the conversation. */
function isOfConversation(reported: string): boolean {
  return reported.includes('[') && !reported.startsWith('tools[]');
}

/** The name of a program and its version: all else in a user agent may say more than that. */
export function productIn(userAgent: string | undefined): string | undefined {
  return /^[\w.-]{1,40}(?:\/[\w.-]{1,24})?/.exec(userAgent ?? '')?.[0];
}
