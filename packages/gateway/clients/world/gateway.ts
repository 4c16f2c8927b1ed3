import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import type { Upstream } from '../../test/upstream/upstream.ts';
import type { Agent } from '../agents/agent.ts';
import { Operator } from './operator.ts';

export interface Gateway {
  readonly url: string;
  readonly operator: Operator;
  /** Its log so far. */
  readonly log: readonly string[];
  readonly stop: () => Promise<void>;
}

/** Where a gateway lives. */
interface Lodging {
  readonly folder: string;
  /** The folder that its agent works in, where the policy asks for it. */
  readonly workspace?: string;
  /** Its profiles are those of `sluice run`. */
  readonly isOfRun?: boolean;
}

const program = path.join(import.meta.dirname, '../../../cli/src/main.ts');
const ready = z.object({ event: z.literal('gateway-ready'), url: z.string() });

/** `sluice gateway` as its users start it: a process, with a settings file and a policy. */
export async function startGateway(
  guard: Pick<Agent, 'tools' | 'policy'>,
  upstream: Upstream,
  { folder, ...lodging }: Lodging,
): Promise<Gateway> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'sluice.yaml'), policyOf(guard));
  writeFileSync(path.join(folder, 'gateway.yaml'), settingsFor(upstream, lodging));
  const flags = ['--disable-warning=ExperimentalWarning', '--conditions=@sluice/source'];
  const child = spawn(process.execPath, [...flags, program, 'gateway', '--json'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, PROVIDER_KEY: upstream.key },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const log: string[] = [];
  const url = await readyUrl(child, log);
  const key = readFileSync(path.join(folder, '.sluice/operator.key'), 'utf8').trim();
  return {
    url,
    operator: new Operator(url, key),
    log,
    stop: async () => {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function readyUrl({ stdout }: ChildProcess, log: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    if (stdout === null) return reject(new Error('the gateway has no output'));
    const lines = createInterface({ input: stdout });
    lines.on('line', (line) => {
      log.push(line);
      const read = ready.safeParse(JSON.parse(line));
      if (read.success) resolve(read.data.url);
    });
    lines.on('close', () => reject(new Error(`the gateway ended: ${log.join('\n')}`)));
  });
}

function policyOf({ tools, policy }: Pick<Agent, 'tools' | 'policy'>): string {
  if (policy !== undefined) return policy;
  return `version: 1
lattice:
  integrity: { chain: [trusted, untrusted] }
onViolation: ask
answer: { ceiling: untrusted }
tools:${tools}
`;
}

/**
 * `hasty` and `alone` wait for a moment only, `alone` so long that a program answers in time; `tainted`
 * holds a call for all that came before it.
 */
function settingsFor({ url }: Upstream, { workspace, isOfRun }: Omit<Lodging, 'folder'>): string {
  const providers = 'policy: sluice.yaml, openai: openai, anthropic: anthropic, gemini: gemini';
  const groups =
    workspace === undefined ? '' : `, groups: { workspace: [${JSON.stringify(workspace)}] }`;
  const upstreams = `${providers}${groups}${isOfRun === true ? ', beforeAsking: ceiling' : ''}`;
  return `listen: { port: 0 }
upstreams:
  openai: { family: openai, baseUrl: '${url}/v1', keyFrom: PROVIDER_KEY }
  anthropic: { family: anthropic, baseUrl: '${url}', keyFrom: PROVIDER_KEY }
  gemini: { family: gemini, baseUrl: '${url}', keyFrom: PROVIDER_KEY }
profiles:
  default: { ${upstreams}, waitJsonSeconds: 30, waitStreamSeconds: 30 }
  tainted: { ${upstreams}, propagator: naive, waitStreamSeconds: 30 }
  hasty: { ${upstreams}, held: error, waitJsonSeconds: 0.2, waitStreamSeconds: 0.2 }
  alone: { ${upstreams}, waitJsonSeconds: 4, waitStreamSeconds: 4 }
`;
}
