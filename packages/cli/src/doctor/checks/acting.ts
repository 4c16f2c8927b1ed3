import type { FoundSettings } from '../../gateway/settings-file.ts';
import { actingClients } from '../../init/client-policies.ts';
import type { Event } from '../../operator/api/answers.ts';
import { findings, type DoctorEnvironment, type Finding } from '../finding.ts';
import { recordedEvents } from './recorded.ts';

const inGuarantees = findings('guarantees');

/** So many clients are told. */
const clientsShownMax = 5;

/** Clients that act on the text of answers, under a policy that takes these for words. */
export async function checkActing(
  { folder }: Pick<FoundSettings, 'folder'>,
  { env }: Pick<DoctorEnvironment, 'env'>,
): Promise<readonly Finding[]> {
  const recorded = await recordedEvents('acting-client-seen', { env, folder });
  const seen = new Map((recorded?.events ?? []).flatMap(keyed));
  return [...seen.values()].slice(0, clientsShownMax);
}

function keyed({ payload, redacted }: Event): readonly (readonly [string, Finding])[] {
  const { client, userAgent, looksLike, atMs } = payload;
  const policy = actingClients.find((each) => each === looksLike);
  if (redacted || policy === undefined) return [];
  const key = typeof client === 'string' ? `\`${client}\`` : 'a client';
  const program = typeof userAgent === 'string' ? ` (${userAgent})` : '';
  // The record stays as it is when the set-up has changed.
  const day =
    typeof atMs === 'number' ? ` (seen ${new Date(atMs).toISOString().slice(0, 10)})` : '';
  const says =
    `${key}${program} looks like ${policy}${day}: it acts on the text of answers, and its policy ` +
    'takes them for words that are shown';
  const todo = `give it a profile with the policy that \`npx sluice init --client ${policy}\` writes`;
  return [[`${key} ${policy}`, inGuarantees('look', says, todo)]];
}
