import { spawn } from 'node:child_process';
import type { CommandLine, Place } from '../agents/agent.ts';

/** How an agent's process ended. */
export interface Ended {
  /** `undefined`: it had to be killed. */
  readonly code: number | undefined;
  readonly output: string;
  readonly errors: string;
}

/** Far more than any turn takes: only one that hangs is killed. */
const turnMsMax = 300_000;

/** Runs an agent's program once, with nothing of this machine's own settings. */
export async function runAgent(
  program: string,
  { args, env }: CommandLine,
  { home, work }: Pick<Place, 'home' | 'work'>,
): Promise<Ended> {
  const own = { PATH: process.env['PATH'], HOME: home, TERM: 'dumb', LANG: 'C.UTF-8' };
  const child = spawn(program, [...args], {
    cwd: work,
    env: { ...own, TMPDIR: home, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const said = { output: '', errors: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (said.output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (said.errors += text));
  let isKilled = false;
  const timer = setTimeout(() => {
    isKilled = true;
    endGroup(child.pid);
  }, turnMsMax);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    return { code: isKilled ? undefined : (code ?? undefined), ...said };
  } finally {
    clearTimeout(timer);
    endGroup(child.pid);
  }
}

/** What the agent has started itself ends with it. */
function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // They have all ended.
  }
}
