import type { FoundSettings } from '../../gateway/settings-file.ts';
import type { Event } from '../../operator/api/answers.ts';
import { findings, type DoctorEnvironment, type Finding } from '../finding.ts';
import { someOf } from '../../show/some-of.ts';
import { recordedEvents } from './recorded.ts';

const inGateway = findings('gateway');

/** So many clients are told, those with the most runs first. */
const clientsShownMax = 5;

/** One program that sent what the gateway does not know, and in how many runs each part of it. */
interface Sender {
  readonly name: string;
  readonly isPassed: boolean;
  readonly dropped: Map<string, number>;
  readonly unread: Map<string, number>;
}

/** Lists the parts of clients' requests that the running gateway left out, or kept unread. */
export async function checkReduced(
  { folder }: Pick<FoundSettings, 'folder'>,
  { env }: Pick<DoctorEnvironment, 'env'>,
): Promise<readonly Finding[]> {
  const recorded = await recordedEvents('request-reduced', { env, folder });
  if (recorded === undefined) return [];
  const seen = recorded.events.filter(({ redacted }) => !redacted);
  const senders = sendersOf(seen).toSorted((a, b) => runsOf(b) - runsOf(a));
  const hidden = recorded.events.length - seen.length;
  return [
    ...senders.slice(0, clientsShownMax).map(senderFinding),
    ...(senders.length > clientsShownMax ? [othersFinding(senders.slice(clientsShownMax))] : []),
    ...(hidden > 0 ? [hiddenFinding(hidden)] : []),
  ];
}

function sendersOf(events: readonly Event[]): readonly Sender[] {
  const senders = new Map<string, Sender>();
  for (const { payload } of events) {
    const name = nameOf(payload);
    const isPassed = payload['passed'] === true;
    const key = `${name} ${isPassed}`;
    const sender = senders.get(key) ?? newSender(name, isPassed);
    senders.set(key, sender);
    count(sender.dropped, payload['dropped']);
    count(sender.unread, payload['unread']);
  }
  return [...senders.values()];
}

function newSender(name: string, isPassed: boolean): Sender {
  return { name, isPassed, dropped: new Map(), unread: new Map() };
}

/** A client's key, and the program as it calls itself. */
function nameOf({ client, userAgent }: Event['payload']): string {
  const key = typeof client === 'string' ? `\`${client}\`` : 'a client';
  return typeof userAgent === 'string' ? `${key} (${userAgent})` : key;
}

function count(counts: Map<string, number>, paths: unknown): void {
  for (const each of Array.isArray(paths) ? paths : []) {
    if (typeof each === 'string') counts.set(each, (counts.get(each) ?? 0) + 1);
  }
}

function runsOf({ dropped, unread }: Sender): number {
  return Math.max(0, ...dropped.values(), ...unread.values());
}

function senderFinding({ name, isPassed, dropped, unread }: Sender): Finding {
  const parts = [
    ...(dropped.size > 0 ? [`left out: ${mostOf(dropped)}`] : []),
    ...(unread.size > 0 ? [`kept unread: ${mostOf(unread)}`] : []),
  ];
  const would = isPassed ? ' (in `log` mode it was passed all the same)' : '';
  const says = `${name} sends what the gateway does not know${would}; ${parts.join('; ')}`;
  return inGateway('look', says, todoFor(dropped.keys(), unread.size));
}

function mostOf(counts: ReadonlyMap<string, number>): string {
  return someOf([...counts].toSorted(([, a], [, b]) => b - a).map(([path]) => path));
}

function todoFor(dropped: Iterable<string>, unread: number): string {
  const isTool = [...dropped].some((path) => path.startsWith('tools[]:'));
  return [
    'update Sluice if the client is newer; `fields:` of its profile says what passes',
    ...(isTool ? ['a search of the provider’s needs a name under `providerTools`'] : []),
    ...(unread > 0 ? ['calls that depend on what is kept unread are asked about'] : []),
  ].join('; ');
}

function othersFinding(senders: readonly Sender[]): Finding {
  const says = `so do others: ${someOf(senders.map(({ name }) => name))}`;
  return inGateway('look', says, 'see `npx sluice events --json`');
}

function hiddenFinding(hidden: number): Finding {
  const says = `${hidden} more reports on requests are above the clearance of this key`;
  return inGateway('look', says, 'ask again with a key that is cleared for everything');
}
