import { describe, afterAll, beforeAll, expect, test } from 'vitest';
import type { Question } from '../../src/store/store.ts';
import type { Seen } from '../upstream/script.ts';
import { mailPolicy, startRig, until, type Rig } from '../gateway/harness.ts';
import { cases, features } from './cases.ts';
import type { Case, Feature } from './cases.ts';
import type { Client } from './client.ts';
import { answerSchema, resultOf, tools } from './world.ts';
import { print, rowsFile, type ClientRows } from './rows.ts';

const policy = mailPolicy.replace(
  'answer:',
  `  wipe_disk:
    description: trusted
    result: { format: text, label: trusted }
    call: { ceiling: trusted }
    onViolation: block
answer:`,
);

const hastyProfile = `  hasty:
    policy: sluice.yaml
    openai: one
    anthropic: two
    gemini: three
    azure: four
    waitJsonSeconds: 0.2
    waitStreamSeconds: 0.2
`;

/** Far more than a busy machine needs to answer a question. */
const waitSeconds = 60;

interface Needs {
  /** The missing requirement of this client: its rows are skipped under that name. */
  readonly missing?: string | undefined;
}

/** Runs every case with one client, streamed and whole, and compares the rows with those kept. */
export function testClient(client: Client, { missing }: Needs = {}): void {
  const rows = rowsOf(client);
  const title = titleOf(client);
  const because = missing === undefined ? '' : ` (skipped: ${missing})`;
  describe.skipIf(missing !== undefined)(`${title}${because}`, () => {
    let rig: Rig;
    beforeAll(async () => {
      rig = await startRig({ policy, profile: hastyProfile, wait: waitSeconds });
    });
    afterAll(async () => {
      await rig[Symbol.asyncDispose]();
    });
    describe.each(['whole', 'stream'] as const)('%s', (form) => {
      test.each(offered(client))('$feature', async (each) => {
        const refused = await playCase(each, { client, stream: form === 'stream', rig });
        expect(refused).toEqual([]);
        rows.rows[each.feature] = { ...rowIn(rows, each.feature), [form]: 'works' };
      });
    });
    test('the rows are those kept (else: vitest run -u, in this folder)', async () => {
      await expect(print(rows)).toMatchFileSnapshot(rowsFile(rows));
    });
  });
}

function titleOf({ name, way, protocol }: Client): string {
  return [name, way, protocol].filter((part) => part !== undefined).join(', ');
}

function offered({ lacks }: Client): readonly Case[] {
  return cases.filter(({ feature }) => lacks?.[feature] === undefined);
}

/** The rows before anything was tried. */
function rowsOf(client: Client): ClientRows {
  const { name, way, version, protocol, remark, lacks = {}, showsReasoning } = client;
  const reasons = Object.entries(lacks).map(([feature, because]) => `${feature}: ${because}`);
  const hidden = showsReasoning ? [] : ['shows no reasoning with this protocol'];
  const outcomeOf = (feature: Feature): Row => {
    const outcome = lacks[feature] === undefined ? 'fails' : 'not offered';
    return { whole: outcome, stream: outcome };
  };
  return {
    client: name,
    ...(way !== undefined && { way }),
    version,
    protocol,
    remark: [...(remark === undefined ? [] : [remark]), ...hidden, ...reasons].join('; '),
    rows: Object.fromEntries(features.map((feature) => [feature, outcomeOf(feature)])),
  };
}

type Row = ClientRows['rows'][string];

function rowIn({ rows }: ClientRows, feature: Feature): Row {
  return rows[feature] ?? { whole: 'fails', stream: 'fails' };
}

let tenants = 0;

/** Plays a case. Gives what the provider refused on the way: nothing, where all is well. */
async function playCase(
  { needs, hasty, script, play }: Case,
  { client, stream, rig }: { client: Client; stream: boolean; rig: Rig },
): Promise<readonly string[]> {
  const seen: Seen[] = [];
  const executed: string[] = [];
  const before = rig.upstream.requests.length;
  rig.upstream.play((request) => {
    seen.push(request);
    return script(request);
  });
  // Conversations that read alike are told apart by their tenants.
  tenants += 1;
  const tenant = `tenant-${tenants}`;
  const apiKey = await rig.addKey(tenant, hasty ? 'hasty' : 'default');
  const chat = await client.open({
    url: rig.gateway().url,
    apiKey,
    model: 'claude-or-gpt',
    system: 'You help.',
    stream,
    tools: needs === 'schema' ? [] : tools,
    reasoning: needs === 'reasoning',
    schema: needs === 'schema' ? answerSchema : undefined,
    execute: (tool, args) => {
      executed.push(`${tool} ${JSON.stringify(args)}`);
      return resultOf[tool] ?? 'no such tool';
    },
  });
  try {
    const answer = (kind: 'yes' | 'no') => answerOne(rig, tenant, kind);
    await play({ client, stream, chat, answer, seen, executed });
  } finally {
    await chat.close?.();
  }
  const refused = rig.upstream.requests.slice(before).filter(({ status }) => status !== 200);
  return refused.map(({ status, path }) => `${path}: ${status}`);
}

async function answerOne(rig: Rig, tenant: string, kind: 'yes' | 'no'): Promise<Question> {
  const { store, notifier } = rig.gateway();
  const question = await until(async () => {
    const [open] = await store.questions.list({ tenant, state: 'open', limit: 1 });
    return open;
  });
  const { id, hash } = question;
  const by = { by: 'ann', dutyOf: [], words: undefined, atMs: Date.now() };
  await store.questions.answer({ id, hash, kind, ...by });
  notifier.notify(id);
  return question;
}
