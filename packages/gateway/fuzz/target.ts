/**
 * The gateway under fuzz, in a process of its own. Its arguments are the provider's address, the
 * folder that holds its database, and `lax` for a policy that says of no result that it is secret.
 */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { sha256 } from '../src/run/fingerprint.ts';
import { startGateway } from '../src/server/start.ts';
import { readSettings } from '../src/settings/settings.ts';
import { laxPolicyText, policyText, profileNames, settingsText } from './policy.ts';
import type { Told, Wish } from './process.ts';

const [, , upstreamUrl = '', folder = '', policyKind] = process.argv;
const policy = policyKind === 'lax' ? laxPolicyText : policyText;
writeFileSync(path.join(folder, 'sluice.yaml'), policy);
const gateway = await startGateway({
  settings: readSettings(settingsText(upstreamUrl), 'gateway.yaml'),
  folder,
  env: { PROVIDER_KEY: 'sk-upstream' },
  onLog: (line) => tell({ kind: 'log', text: JSON.stringify(line) }),
});

const keys: Record<string, string> = {};
for (const tenant of ['acme', 'globex']) {
  for (const profile of profileNames) {
    const key = `sk-sluice-${randomBytes(32).toString('base64url')}`;
    const place = { kind: 'client', name: tenant, tenant, profile } as const;
    const id = randomBytes(8).toString('hex');
    const credential = { ...place, id, createdMs: 0, revokedMs: undefined };
    await gateway.store.credentials.add(credential, sha256(key));
    keys[`${tenant}/${profile}`] = key;
  }
}

process.on('message', (wish: Wish) => void grant(wish));
process.on('disconnect', () => process.exit(0));
tell({ kind: 'ready', url: gateway.url, keys });

async function grant(wish: Wish): Promise<void> {
  switch (wish.kind) {
    case 'events': {
      const { answer: subject, id } = wish;
      const events = await gateway.store.events.list({ subject, limit: 200 });
      tell({ kind: 'events', id, events: events.map(({ type, label = '' }) => ({ type, label })) });
      return;
    }
    case 'answer':
      await answerQuestions(wish.watched);
      tell({ kind: 'done', id: wish.id });
      return;
    case 'stop':
      await gateway.close();
      process.exit(0);
  }
}

/** An operator who says yes to every other question that shows nothing of what is watched. */
async function answerQuestions(watched: readonly string[]): Promise<void> {
  const open = await gateway.store.questions.list({ state: 'open', limit: 20 });
  for (const [index, { id, hash, request }] of open.entries()) {
    const isClean = !watched.some((text) => request.includes(text));
    const kind = isClean && index % 2 === 0 ? ('yes' as const) : ('no' as const);
    const given = { id, hash, kind, by: 'ann', dutyOf: [], words: undefined, atMs: Date.now() };
    await gateway.store.questions.answer(given);
    gateway.bell.ring(id);
  }
}

function tell(told: Told): void {
  process.send?.(told);
}
