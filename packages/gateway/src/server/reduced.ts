import type { ClientRequest } from '../protocol/protocol.ts';
import type { ModelCall } from '../protocol/route.ts';
import type { BodyReport } from '../protocol/shared/place.ts';
import type { EventDraft } from '../store/store.ts';

/** The headers by which a client is told what became of the parts of its request. */
export function reportHeaders({ dropped, unread }: BodyReport): Readonly<Record<string, string>> {
  return {
    ...(dropped.length > 0 && { 'x-sluice-dropped': dropped.join(', ') }),
    ...(unread.length > 0 && { 'x-sluice-unread': unread.join(', ') }),
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
  const dropped = [...report.dropped, ...tools, ...droppedHeaders];
  return { ...request, hosted: kept, report: { ...report, dropped } };
}

/** Who sent what a report is about. */
export interface Sender {
  readonly protocol: string;
  readonly client: string;
  readonly userAgent: string | undefined;
}

/** What the record keeps of a report: names of fields alone, and never a value. */
export function reducedEvent(
  { dropped, unread }: BodyReport,
  { answerId, atMs, sender }: { answerId: string; atMs: number; sender: Sender },
): EventDraft {
  const userAgent = productIn(sender.userAgent);
  const type = 'request-reduced';
  const payload = JSON.stringify({ type, atMs, ...sender, userAgent, dropped, unread });
  return { type, label: 'bottom', subject: answerId, payload };
}

/** The name of a program and its version: all else in a user agent may say more than that. */
function productIn(userAgent: string | undefined): string | undefined {
  return /^[\w.-]{1,40}(?:\/[\w.-]{1,24})?/.exec(userAgent ?? '')?.[0];
}
