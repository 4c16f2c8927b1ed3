import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  familyNames,
  newSecret,
  readSettings,
  secretHash,
  startGateway,
  type LogLine,
  type ProfileSettings,
  type RunningGateway,
  type Settings,
} from '@sluice/gateway';
import { fieldsOf, jsonFields } from '../../json.ts';
import { findSettings, firstProfile } from '../../gateway/settings-file.ts';
import type { Agent, AgentRun } from '../agent.ts';

/** A profile of the user's own gateway. */
interface OwnProfile {
  readonly name: string;
  readonly file: string;
  readonly settings: ProfileSettings;
}

/**
 * The profile of the user's settings that has this policy, or that the first client's key is for;
 * `undefined`: there are none. Throws `file-unreadable` and `settings-invalid`.
 */
export function ownProfile(policyFile: string, named: string | undefined): OwnProfile | undefined {
  const { settings, folder, file } = findSettings(named, { orDefaults: true });
  if (file === undefined) return undefined;
  const policy = path.resolve(policyFile);
  const known = Object.entries(settings.profiles);
  const [name] = known.find((each) => path.resolve(folder, each[1].policy) === policy) ?? [
    firstProfile(settings),
  ];
  const found = settings.profiles[name];
  return found && { name, file, settings: found };
}

/**
 * The agent with a gateway before its model, which has the policy of this file, and a profile as
 * the user's gateway has it. Each run has a gateway of its own: one gateway would take the second
 * run of a pair for a retry of the first.
 */
export function behindGateway(agent: Agent, policyFile: string, own?: ProfileSettings): Agent {
  return async (run) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'sluice-test-gateway-'));
    const answers = new Answers(run);
    const onLog = (line: LogLine): void => answers.hear(line);
    const settings = settingsOf(policyFile, run.baseURL, own);
    const gateway = await startGateway({ settings, folder, env: {}, onLog });
    answers.begin(gateway);
    try {
      const baseURL = `${gateway.url}/v1`;
      return await agent({ ...run, baseURL, apiKey: await clientKey(gateway) });
    } finally {
      await noteDecided(gateway, run);
      await gateway.close();
      rmSync(folder, { recursive: true, force: true });
    }
  };
}

const profile = 'test';
/** A run has far fewer. */
const decidedMax = 10_000;

function settingsOf(policyFile: string, baseUrl: string, own?: ProfileSettings): Settings {
  const asked = own && { ...own, ...withoutUpstreams, ...atOnce };
  const settings = {
    listen: { port: 0 },
    database: 'sluice.db',
    upstreams: { scripted: { family: 'openai', baseUrl } },
    profiles: { [profile]: { ...asked, policy: path.resolve(policyFile), openai: 'scripted' } },
  };
  return readSettings(JSON.stringify(settings), 'the gateway of `sluice test`');
}

const withoutUpstreams = Object.fromEntries(
  Object.keys(familyNames).map((family) => [family, undefined]),
);

/** A person answers at once, so nobody has to ask again. */
const atOnce = {
  waitJsonSeconds: undefined,
  waitStreamSeconds: undefined,
  questionMinutes: undefined,
};

async function clientKey({ store }: RunningGateway): Promise<string> {
  const secret = newSecret('client');
  const id = `key_${randomBytes(16).toString('hex')}`;
  const known = { kind: 'client', id, name: 'agent', tenant: 'default', profile } as const;
  const credential = { ...known, createdMs: Date.now(), revokedMs: undefined };
  await store.credentials.add(credential, secretHash(secret));
  return secret;
}

/** The run keeps what its policy rules on: it is told of what the gateway did. */
async function noteDecided({ store }: RunningGateway, { policy }: AgentRun): Promise<void> {
  const answers = await store.events.list({ type: 'answer-decided', limit: 1 });
  if (answers.length > 0) policy.ruleAnswer('');
  const decided = await store.events.list({ type: 'call-decided', limit: decidedMax });
  for (const { payload = '{}' } of decided) {
    const { tool, args } = jsonFields(payload);
    if (typeof tool === 'string' && typeof args === 'string') policy.ruleCall(tool, args);
  }
}

/** The person of a run, who answers each question of the gateway at once. */
class Answers {
  readonly #run: AgentRun;
  #gateway: RunningGateway | undefined;

  constructor(run: AgentRun) {
    this.#run = run;
  }

  begin(gateway: RunningGateway): void {
    this.#gateway = gateway;
  }

  hear({ event, fields }: LogLine): void {
    if (event === 'question-asked') void this.#answer(String(fields?.['question'] ?? ''));
  }

  async #answer(id: string): Promise<void> {
    const questions = this.#gateway?.store.questions;
    const question = await questions?.get(id);
    if (questions === undefined || question === undefined) return;
    const { tool, args, dutyOf } = fieldsOf(JSON.parse(question.request));
    const isYes = this.#run.approve({ tool: String(tool), args: String(args) });
    const people = Array.isArray(dutyOf) ? dutyOf.map(String) : [];
    const given = {
      id,
      hash: question.hash,
      dutyOf: people,
      words: isYes ? undefined : 'I did not ask for that.',
    };
    const kind = isYes ? 'yes' : 'no';
    for (const by of people.length > 0 ? people : ['the user']) {
      await questions.answer({ ...given, kind, by, atMs: Date.now() });
    }
    this.#gateway?.notifier.notify(id);
  }
}
