import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findSandbox } from '../src/run/sandbox/sandbox.ts';
import { type Files, project, type Ran, ranIn, type Running, runningIn } from './projects.ts';

/** Why nothing of a sandbox can be shown on this machine; `undefined`: it can. */
export const noSandbox: string | undefined = (() => {
  const found = findSandbox(process.env);
  return found.kind === 'none' ? found.because : undefined;
})();

export const providerKey = 'sk-of-the-provider';

/** Settings of Continue with a model that can be guarded, and one that cannot. */
export const ownModels = `models:
  - { name: mine, provider: openai, model: m, apiKey: sk-mine, apiBase: https://example.com }
  - { name: other, provider: ollama, model: m }
`;

/** A workspace, and a home folder of its own. */
export interface Desk {
  readonly home: string;
  readonly work: string;
  readonly env: Readonly<Record<string, string>>;
  /** Runs a shell script as the agent. */
  readonly script: (text: string, options?: readonly string[]) => Ran;
  readonly start: (text: string, options?: readonly string[]) => Running;
  /** The folder of the state, once there is one. */
  readonly state: () => string;
}

export function desk(files: Files = {}, more: Readonly<Record<string, string>> = {}): Desk {
  const home = project();
  const work = project(files);
  const env = { HOME: home, OPENAI_API_KEY: providerKey, ...more };
  const argv = (text: string, options: readonly string[]): readonly string[] => [
    'run',
    ...options,
    '--',
    'sh',
    '-c',
    text,
  ];
  return {
    home,
    work,
    env,
    script: (text, options = []) => ranIn(work, argv(text, options), env),
    start: (text, options = []) => runningIn(work, argv(text, options), env),
    state: () => {
      const root = path.join(home, '.sluice/run');
      const [workspace = ''] = readdirSync(root);
      return path.join(root, workspace, 'sh');
    },
  };
}

/** A program of this name in a folder of its own, for `PATH`. */
export function programIn(name: string, source: string): string {
  const folder = project();
  const file = path.join(folder, name);
  writeFileSync(file, source);
  chmodSync(file, 0o755);
  return folder;
}

/** All files below a folder with their texts, to see what changed. */
export function textsBelow(folder: string): Readonly<Record<string, string>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .filter((file) => !file.includes('/.sluice/'))
      .map((file) => [path.relative(folder, file), readFileSync(file, 'utf8')]),
  );
}
