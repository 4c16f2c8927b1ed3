import { spawn, spawnSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { plainEnv, sluiceCommand } from './projects.ts';

/** Gives a program a terminal of its own; of util-linux, elsewhere its options are others. */
const terminalProgram: string = 'script';

export const hasTerminals: boolean =
  process.platform === 'linux' && spawnSync(terminalProgram, ['--version']).status === 0;

export interface Typist {
  /** Resolves once the screen shows this. */
  readonly sees: (text: string | RegExp) => Promise<void>;
  readonly types: (text: string) => void;
  readonly screen: () => string;
  readonly ended: Promise<number | null>;
}

const waitMsMax = 100_000;

/** Runs the command on a terminal of its own, where a test types. */
export function onTerminal(
  folder: string,
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
): Typist {
  const words = [process.execPath, ...sluiceCommand, ...argv].map((word) => `'${word}'`);
  const child = spawn(terminalProgram, ['-qefc', words.join(' '), '/dev/null'], {
    cwd: folder,
    env: plainEnv(env),
  });
  let screen = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data: Buffer) => (screen += data.toString()));
  }
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const sees = async (text: string | RegExp): Promise<void> => {
    const untilMs = Date.now() + waitMsMax;
    while (typeof text === 'string' ? !screen.includes(text) : !text.test(screen)) {
      if (Date.now() > untilMs || child.exitCode !== null) {
        throw new Error(`it did not show ${String(text)}, but: ${screen}`);
      }
      await pause(20);
    }
  };
  return { sees, types: (text) => void child.stdin.write(text), screen: () => screen, ended };
}
