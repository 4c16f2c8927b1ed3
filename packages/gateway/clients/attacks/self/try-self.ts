import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { attempts, policyName, type Attempt } from './attempts.ts';

/** How an attempt went, in the sandbox of `sluice run` and without it. */
export interface SelfTried {
  readonly name: string;
  readonly direct: boolean;
  readonly guarded: boolean;
}

const program = path.join(import.meta.dirname, '../../../../cli/src/main.ts');
const providerKey = 'sk-of-the-provider';

const policy = `version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: ask
answer: { ceiling: untrusted }
tools: {}
`;

/** An agent with a shell that tries to be its own operator. */
export async function trySelf(): Promise<readonly SelfTried[]> {
  const server = createServer((_, response) => void response.end('{}'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const provider = `http://127.0.0.1:${String(port)}`;
  try {
    const direct = await reachedAt(provider, { isGuarded: false });
    const guarded = await reachedAt(provider, { isGuarded: true });
    return attempts.map((attempt) => ({
      name: attempt.name,
      direct: direct.has(attempt),
      guarded: guarded.has(attempt),
    }));
  } finally {
    server.close();
  }
}

/** What was reached, one attempt after the other in one home. Throws where nothing could be tried. */
async function reachedAt(
  provider: string,
  { isGuarded }: { readonly isGuarded: boolean },
): Promise<ReadonlySet<Attempt>> {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'sluice-self-')));
  const [home, work] = [path.join(root, 'home'), path.join(root, 'work')];
  for (const folder of [home, work]) mkdirSync(folder);
  writeFileSync(path.join(work, policyName), policy);
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    OPENAI_API_KEY: providerKey,
    OPENAI_BASE_URL: `${provider}/v1`,
  };
  const reached = new Set<Attempt>();
  const run = async (some: readonly Attempt[], options: readonly string[]): Promise<void> => {
    const ground = { state: stateBelow(home), node: process.execPath, provider };
    const scripts = some.map(
      ({ script }, at) => `echo TRIES ${at}\n(${script(ground)}\n) | sed 's/$/ ${at}/'`,
    );
    const output = await outputOf({ work, env }, options, scripts.join('\n'));
    for (const [at, attempt] of some.entries()) {
      if (!output.includes(`TRIES ${at}\n`)) throw new Error(`nothing was tried: ${output}`);
      if (output.includes(`REACHED ${at}\n`)) reached.add(attempt);
    }
  };
  const sandbox = isGuarded ? [] : ['--no-sandbox'];
  const own = [...sandbox, '--policy', policyName];
  try {
    // It makes the state, whose place the attacker knows.
    await outputOf({ work, env }, own, 'true');
    const closed = attempts.filter(({ isOfNetwork }) => isOfNetwork === true);
    await run(closed, [...own, ...(isGuarded ? ['--network', 'gateway'] : [])]);
    const others = attempts.filter(({ isOfNetwork }) => isOfNetwork !== true);
    await run(others, own);
    return reached;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function stateBelow(home: string): string {
  const runs = path.join(home, '.sluice/run');
  return path.join(runs, readdirSync(runs)[0] ?? '', 'sh');
}

async function outputOf(
  { work, env }: { readonly work: string; readonly env: NodeJS.ProcessEnv },
  options: readonly string[],
  script: string,
): Promise<string> {
  const flags = ['--disable-warning=ExperimentalWarning', '--conditions=@sluice/source'];
  const args = [...flags, program, 'run', ...options, '--', 'sh', '-c', script];
  const child = spawn(process.execPath, args, {
    cwd: work,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => void (output += chunk.toString()));
  }
  await once(child, 'close');
  return output;
}
