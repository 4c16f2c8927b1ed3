/**
 * The gateway under fuzz, in a process of its own. Its arguments are the provider's address, the
 * folder that holds its database, the webhook's address, and `lax` for a policy that says of no
 * result that it is secret, or `unknown` for one that stops what has the highest label alone.
 */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { sha256 } from '../src/run/find/fingerprint.ts';
import { startGateway } from '../src/server/start.ts';
import { readSettings } from '../src/settings/settings.ts';
import { newSecret, secretHash } from '../src/store/secrets.ts';
import { hookSecret } from './hook.ts';
import { operatorSpecs, type Operator } from './operators.ts';
import { laxPolicyText, policyText, profileNames, settingsText } from './policy.ts';
import type { State, Told, Wish } from './process.ts';
import { policyOf } from './unknown/policy.ts';

const [, , upstreamUrl = '', folder = '', hookUrl = '', policyKind] = process.argv;
writeFileSync(path.join(folder, 'sluice.yaml'), policyFor(policyKind));
const gateway = await startGateway({
  settings: readSettings(settingsText(upstreamUrl, hookUrl), 'gateway.yaml'),
  folder,
  env: { PROVIDER_KEY: 'sk-upstream', HOOK_SECRET: hookSecret },
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

const operators = operatorSpecs.map((spec): Operator => {
  return { ...spec, key: newSecret('operator') };
});
for (const { key, ...spec } of operators) {
  const credential = { ...spec, kind: 'operator', createdMs: 0, revokedMs: undefined } as const;
  const id = `key_${randomBytes(8).toString('hex')}`;
  await gateway.store.credentials.add({ ...credential, id }, secretHash(key));
}

process.on('message', (wish: Wish) => void grant(wish));
process.on('disconnect', () => process.exit(0));
tell({ kind: 'ready', url: gateway.url, keys, operators });

async function grant(wish: Wish): Promise<void> {
  switch (wish.kind) {
    case 'events': {
      const { answer: subject, id } = wish;
      const events = await gateway.store.events.list({ subject, limit: 200 });
      tell({ kind: 'events', id, events: events.map(({ type, label = '' }) => ({ type, label })) });
      return;
    }
    case 'state':
      tell({ kind: 'state', id: wish.id, state: await stateNow() });
      return;
    case 'question': {
      const question = await gateway.store.questions.get(wish.question);
      tell({ kind: 'question', id: wish.id, question });
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

function policyFor(kind: string | undefined): string {
  if (kind === 'unknown') return policyOf();
  return kind === 'lax' ? laxPolicyText : policyText;
}

let acts = 0;
let actsUpTo = 0;

async function stateNow(): Promise<State> {
  const { questions, credentials, events } = gateway.store;
  const newest = await questions.list({ limit: 100 });
  const all = await credentials.list();
  const { seq } = await events.head();
  for (const type of ['act-ordered', 'operator-answered']) {
    const since = await events.list({ type, after: actsUpTo, limit: 1_000 });
    acts += since.filter((event) => event.seq <= seq).length;
  }
  actsUpTo = seq;
  return {
    questions: JSON.stringify(newest.map(({ id, state, approvedBy }) => [id, state, approvedBy])),
    keys: JSON.stringify(all.map(({ id, revokedMs }) => [id, revokedMs])),
    acts,
  };
}

/** An operator who says yes to every other question that shows nothing of what is watched. */
async function answerQuestions(watched: readonly string[]): Promise<void> {
  const open = await gateway.store.questions.list({ state: 'open', limit: 20 });
  for (const [index, { id, hash, request }] of open.entries()) {
    const isClean = !watched.some((text) => request.includes(text));
    const kind = isClean && index % 2 === 0 ? ('yes' as const) : ('no' as const);
    const given = { id, hash, kind, by: 'ann', dutyOf: [], words: undefined, atMs: Date.now() };
    await gateway.store.questions.answer(given);
    gateway.notifier.notify(id);
  }
}

function tell(told: Told): void {
  process.send?.(told);
}
