import { createHash } from 'node:crypto';
import { accessSync, constants, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SluiceError } from '@sluice/core';
import { stringify } from 'yaml';
import { version } from '../version.ts';
import type { Provider } from './provider.ts';
import type { RunPolicy } from './run-policy.ts';

/** The state of the gateway of one client in one workspace. No agent may see it. */
export interface RunState {
  readonly folder: string;
  readonly settings: string;
  /** Where agents hold on to the gateway. Its name says what the gateway was started with. */
  readonly socket: string;
}

/** The state of all runs stands below this folder. Others cannot read it. */
export function stateRoot(home: string): string {
  const folder = path.join(realpathSync(home), '.sluice', 'run');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
    return realpathSync(folder);
  } catch (cause) {
    throw new SluiceError('settings-invalid', `cannot write to \`${folder}\``, {
      hint: 'make it a folder of yours, or set HOME to another',
      cause,
    });
  }
}

export function stateFolder(
  root: string,
  { workspace, name }: { readonly workspace: string; readonly name: string },
): string {
  const hash = shortHash(workspace);
  return path.join(root, `${wordOf(path.basename(workspace))}-${hash}`, wordOf(name));
}

const hashLength = 8;

/** Systems take 104 or 108, with an end. */
const socketBytesMax = 103;

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, hashLength);
}

const wordLengthMax = 20;

/** Readable, and another one for each name: a socket's path may not be long. */
function wordOf(text: string): string {
  const word = text.replaceAll(/[^\w.-]/g, '_');
  if (word === text && word.length <= wordLengthMax) return word;
  return `${word.slice(0, wordLengthMax - hashLength - 1)}-${shortHash(text)}`;
}

/** Where a gateway with just this policy is found, once it runs. */
export function stateIn(folder: string, policy: RunPolicy, workspace: string): RunState {
  const texts = [...policy.texts].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const print = shortHash(JSON.stringify([version(), workspace, policy.file, texts]));
  const socket = path.join(folder, `${print}.sock`);
  if (Buffer.byteLength(socket) > socketBytesMax) {
    throw new SluiceError('settings-invalid', `the path \`${folder}\` is too long for a socket`, {
      hint: 'set HOME to a folder with a shorter path',
    });
  }
  return { folder, settings: path.join(folder, 'gateway.yaml'), socket };
}

/** Writes the settings with which a gateway is started there. */
export function writeState(
  { folder, settings }: RunState,
  {
    policy,
    workspace,
    providers,
  }: {
    readonly policy: RunPolicy;
    readonly workspace: string;
    readonly providers: readonly Provider[];
  },
): void {
  const own = policyCopy(folder, policy);
  const upstreams = Object.fromEntries(providers.map((each) => [each.family, each]));
  const served = Object.fromEntries(providers.map(({ family }) => [family, family]));
  const profile = {
    policy: own,
    groups: { workspace: [workspace] },
    // A word of a person or of the code is not asked about because a document says it too.
    beforeAsking: 'ceiling',
    ...served,
  };
  const text = stringify({ listen: { port: 0 }, upstreams, profiles: { default: profile } });
  writePrivate(settings, `# Written by \`sluice run\`, each time anew.\n${text}`);
}

/** The path of a copy of the policy: an agent elsewhere may write where the policy stands. */
export function policyCopy(folder: string, { file, texts }: RunPolicy): string {
  const own = path.join(folder, 'policy');
  rmSync(own, { recursive: true, force: true });
  for (const [name, each] of texts) writePrivate(path.join(own, name), each);
  return path.join(own, path.basename(file));
}

/** Writes a file, and the folder that it stands in, for this user alone. */
export function writePrivate(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, text, { mode: 0o600 });
}
