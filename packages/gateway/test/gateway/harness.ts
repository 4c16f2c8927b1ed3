import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sha256 } from '../../src/run/find/fingerprint.ts';
import type { LogLine } from '../../src/server/log-line.ts';
import { startGateway, type RunningGateway } from '../../src/server/start.ts';
import { readSettings } from '../../src/settings/settings.ts';
import type { Question } from '../../src/store/store.ts';
import { azureDialects } from '../upstream/azure.ts';
import { chatDialect } from '../upstream/chat.ts';
import type { Dialect } from '../upstream/dialect.ts';
import { geminiDialect } from '../upstream/gemini.ts';
import { messagesDialects } from '../upstream/messages.ts';
import { responsesDialect } from '../upstream/responses.ts';
import { startUpstream, type Upstream } from '../upstream/upstream.ts';

export const mailPolicy = `
version: 1
lattice:
  integrity: { chain: [trusted, untrusted] }
onViolation: ask
tools:
  read_mail:
    effect: read
    description: trusted
    result: { format: text, label: untrusted }
    call: { ceiling: untrusted }
  look_up:
    effect: read
    description: trusted
    result: { format: text, label: trusted }
    call: { ceiling: untrusted }
  send_money:
    description: trusted
    result: { format: text, label: trusted }
    call: { ceiling: trusted }
answer: { ceiling: untrusted, withLinks: trusted }
`;

export interface Rig {
  readonly upstream: Upstream;
  /** The gateway as it runs now: `restart` replaces it. */
  readonly gateway: () => RunningGateway;
  readonly key: string;
  readonly folder: string;
  readonly log: readonly LogLine[];
  /** A key of another tenant, or profile. */
  readonly addKey: (tenant: string, profile?: string) => Promise<string>;
  /** `profile`: other lines of the default profile. */
  /** `between`: what happens to its files meanwhile. */
  readonly restart: (profile?: string, between?: () => void | Promise<void>) => Promise<void>;
  /** Writes the policy anew, and starts again. */
  readonly changePolicy: (change: (text: string) => string) => Promise<void>;
  readonly questions: () => Promise<readonly Question[]>;
  /** Answers the newest open question, when it comes. */
  readonly answer: (kind: 'yes' | 'no', words?: string) => Promise<Question>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

export interface RigOptions {
  readonly policy?: string;
  /** Lines of the default profile. */
  readonly profile?: string;
  /** Lines of the settings themselves. */
  readonly settings?: string;
  /** Seconds that a client waits for a person. */
  readonly wait?: number;
  /** The machine's clock; where no uptime is given, the machine runs by it. */
  readonly nowMs?: () => number;
  readonly uptimeMs?: () => number;
  readonly trustClock?: boolean;
  /** Lines of `listen`. */
  readonly listen?: string;
  /** Besides the provider's key. */
  readonly env?: Readonly<Record<string, string>>;
  /** Another provider of Responses. */
  readonly responses?: Dialect;
}

/** A gateway with a policy in a folder of its own, before a scripted provider; both real servers. */
export async function startRig(options: RigOptions = {}): Promise<Rig> {
  const { policy = mailPolicy, nowMs, responses = responsesDialect, trustClock } = options;
  const { uptimeMs = nowMs } = options;
  const dialects = [chatDialect, ...messagesDialects, responses, geminiDialect, ...azureDialects];
  const upstream = await startUpstream({ dialects });
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-gateway-'));
  writeFileSync(path.join(folder, 'sluice.yaml'), policy);
  let text = settingsText(upstream.url, options);
  const log: LogLine[] = [];
  const env = { PROVIDER_KEY: upstream.key, ...options.env };
  const start = (): Promise<RunningGateway> => {
    const settings = readSettings(text, 'gateway.yaml');
    const clock = { nowMs, uptimeMs, trustClock };
    return startGateway({ settings, folder, env, ...clock, onLog: (line) => void log.push(line) });
  };
  let gateway = await start();
  const addKey = async (tenant: string, name = 'default'): Promise<string> => {
    const key = `sk-sluice-${randomBytes(32).toString('base64url')}`;
    const id = randomBytes(8).toString('hex');
    const place = { kind: 'client', id, name: tenant, tenant, profile: name } as const;
    const credential = { ...place, createdMs: 0, revokedMs: undefined };
    await gateway.store.credentials.add(credential, sha256(key));
    return key;
  };
  const questions = (): Promise<readonly Question[]> =>
    gateway.store.questions.list({ limit: 100 });
  return {
    upstream,
    gateway: () => gateway,
    key: await addKey('acme'),
    folder,
    log,
    addKey,
    questions,
    restart: async (profile, between) => {
      await gateway.close();
      await between?.();
      if (profile !== undefined) text = settingsText(upstream.url, { ...options, profile });
      gateway = await start();
    },
    changePolicy: async (change) => {
      writeFileSync(path.join(folder, 'sluice.yaml'), change(policy));
      await gateway.close();
      gateway = await start();
    },
    answer: async (kind, words) => {
      const question = await until(async () =>
        (await questions()).find(({ state }) => state === 'open'),
      );
      const { id, hash } = question;
      const given = { id, hash, kind, by: 'ann', dutyOf: [], words, atMs: Date.now() };
      await gateway.store.questions.answer(given);
      gateway.notifier.notify(id);
      return question;
    },
    [Symbol.asyncDispose]: async () => {
      await gateway.close();
      await upstream.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function settingsText(
  url: string,
  { profile = '', settings = '', wait = 60, listen = '' }: RigOptions,
): string {
  return `
listen: { port: 0, ${listen} }
database: sluice.db
${settings}
upstreams:
  one: { family: openai, baseUrl: '${url}/v1', keyFrom: PROVIDER_KEY }
  two: { family: anthropic, baseUrl: '${url}', keyFrom: PROVIDER_KEY }
  three: { family: gemini, baseUrl: '${url}', keyFrom: PROVIDER_KEY }
  four: { family: azure, baseUrl: '${url}', keyFrom: PROVIDER_KEY }
profiles:
  default:
    policy: sluice.yaml
    openai: one
    anthropic: two
    gemini: three
    azure: four
    waitJsonSeconds: ${wait}
    waitStreamSeconds: ${wait}
${profile}
`;
}

/** Waits for something to be there, as long as the test may take. */
export async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
