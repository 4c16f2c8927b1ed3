import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { SluiceError } from '@sluice/core';
import { stringify } from 'yaml';
import { readPacks } from '../init/packs.ts';
import { readRunPolicy, type RunPolicy } from '../run/run-policy.ts';
import { type Accepted, type Acceptance, acceptPolicy } from '../run/accepted-policy.ts';
import {
  policyCopy,
  type RunState,
  stateFolder,
  stateIn,
  stateRoot,
  writePrivate,
} from '../run/state-folder.ts';

/** The gateway of one folder's MCP servers, and the policy that it has. */
export interface McpPlace {
  readonly policy: RunPolicy;
  readonly state: RunState;
  /** `undefined`: the shipped policy of a server that is known. */
  readonly accepted: Accepted | undefined;
  /** Writes the settings that the gateway is started with. */
  readonly prepare: () => void;
}

/**
 * `log`: nothing is stopped or hidden, and what would have happened is recorded. `transparent`:
 * nothing is even looked at.
 */
export type WrapMode = 'enforce' | 'log' | 'transparent';

interface Wanted {
  /** A package or a program, as the command line names it. */
  readonly program: string;
  readonly policy: string | undefined;
  readonly mode: WrapMode;
  readonly folder: string;
  readonly home: string;
  readonly acceptance: Acceptance;
}

/**
 * Where the gateway of a server is found or started. Servers that one client starts in one folder
 * under one policy share it, so that what came from one counts for the next. Throws `SluiceError`.
 */
export async function mcpPlace({
  program,
  policy: named,
  mode,
  folder,
  home,
  acceptance,
}: Wanted): Promise<McpPlace> {
  const here = realpathSync(folder);
  const root = stateRoot(home);
  const own = path.join(here, 'sluice.yaml');
  const given = named ?? (existsSync(own) ? own : undefined);
  const pack = given === undefined ? packNamed(program) : undefined;
  const name = ['mcp', pack?.name, mode === 'enforce' ? undefined : mode].filter(
    (each) => each !== undefined,
  );
  const at = stateFolder(root, { workspace: here, name: name.join('-') });
  const file = given ?? packFile(at, pack?.text ?? '');
  const policy = await readRunPolicy(file, here);
  // An agent, or whoever wrote the repository, may have written it.
  const accepted = given === undefined ? undefined : await acceptPolicy(policy, root, acceptance);
  const state = stateIn(at, policy, here);
  return { policy, state, accepted, prepare: () => writeSettings(state, { policy, mode, here }) };
}

/** True where a policy is shipped for what a package or a program is called. */
export function hasPack(program: string): boolean {
  return packOf(program) !== undefined;
}

function packOf(program: string) {
  const bare = program.replace(/(?<=.)@[^/@]*$/, '');
  return readPacks().find(({ ways }) =>
    [...ways.npm, ...ways.pypi, ...ways.commands].includes(bare),
  );
}

/** The shipped policy for a server that is known. */
function packNamed(program: string) {
  const found = packOf(program);
  if (found !== undefined) return found;
  throw new SluiceError('settings-invalid', 'there is no policy for this MCP server', {
    hint: 'write one (`npx sluice init`), then add `--policy FILE` before `--`',
  });
}

function packFile(folder: string, text: string): string {
  const file = path.join(folder, 'pack.yaml');
  writePrivate(file, text);
  return file;
}

function writeSettings(
  { folder, settings }: RunState,
  {
    policy,
    mode,
    here,
  }: { readonly policy: RunPolicy; readonly mode: WrapMode; readonly here: string },
): void {
  const isTransparent = mode === 'transparent';
  const profile = {
    policy: policyCopy(folder, policy),
    groups: { workspace: [here] },
    mode: isTransparent ? 'enforce' : mode,
  };
  const text = stringify({
    listen: { port: 0 },
    upstreams: {},
    profiles: { default: profile },
    // The gateway ends with the client that started its servers: what that has read goes with it.
    mcp: { forget: 'at-start', transparent: isTransparent },
  });
  writePrivate(settings, `# Written by \`sluice mcp\`, each time anew.\n${text}`);
}
