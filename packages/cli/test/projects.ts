import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

const main = path.join(import.meta.dirname, '../src/main.ts');
/** How a checkout runs the command from its sources. */
export const sluiceCommand: readonly string[] = ['--conditions=@sluice/source', main];

export type Files = Readonly<Record<string, string>>;

/** A folder with these files, gone after the test. */
export function project(files: Files = {}): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-project-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return folder;
}

/** The same with the packages of this checkout, for an agent that imports some. */
export function projectWithPackages(files: Files): string {
  const folder = project(files);
  symlinkSync(path.join(import.meta.dirname, '../../../node_modules'), `${folder}/node_modules`);
  return folder;
}

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly errors: string;
}

type Env = Readonly<Record<string, string>>;

/** Only what a process needs, and what the test says: no key of whoever runs the tests. */
export function plainEnv(env: Env = {}): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, NO_COLOR: '1', ...env };
}

/** Runs the command as a process of its own, in a folder, to its end. */
export function ranIn(folder: string, argv: readonly string[], env: Env = {}): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...sluiceCommand, ...argv], {
    cwd: folder,
    encoding: 'utf8',
    env: plainEnv(env),
  });
  return { code: status, out: stdout, errors: stderr };
}

export interface Running {
  /** Resolves once its output holds this. */
  readonly said: (text: string) => Promise<void>;
  readonly output: () => string;
  readonly stop: (signal?: NodeJS.Signals) => void;
  readonly ended: Promise<number | null>;
}

const waitMsMax = 20_000;

/** Starts the command in a folder, to go on until it is stopped; ended with the test at the latest. */
export function runningIn(folder: string, argv: readonly string[], env: Env = {}): Running {
  const child = spawn(process.execPath, [...sluiceCommand, ...argv], {
    cwd: folder,
    env: plainEnv(env),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data: Buffer) => (output += data.toString()));
  }
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const said = async (text: string): Promise<void> => {
    const untilMs = Date.now() + waitMsMax;
    while (!output.includes(text)) {
      if (Date.now() > untilMs || child.exitCode !== null) {
        throw new Error(`it did not say ${text}, but: ${output}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return {
    said,
    output: () => output,
    stop: (signal = 'SIGINT') => void child.kill(signal),
    ended,
  };
}
