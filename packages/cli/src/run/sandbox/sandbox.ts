import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import type { Env } from '../client.ts';
import { findProgram } from '../find-program.ts';
import { isInside } from '../workspace.ts';

/** What keeps an agent from being its own operator on this machine. */
export type Sandbox =
  | { readonly kind: 'bubblewrap'; readonly file: string }
  | { readonly kind: 'none'; readonly because: string; readonly todo: string | undefined };

/** Namespaces of its own, and no way to gain more than it has. */
export const isolation: readonly string[] = [
  '--unshare-user',
  '--unshare-pid',
  '--unshare-ipc',
  '--unshare-uts',
  '--unshare-cgroup-try',
  '--die-with-parent',
  '--cap-drop',
  'ALL',
];

/** Looks for a sandbox, and tries it: a container may forbid what the program needs. */
export function findSandbox(
  env: Env,
  { workspace, platform = process.platform }: { workspace?: string; platform?: string } = {},
): Sandbox {
  if (platform !== 'linux') {
    const todo = 'run the gateway as another user: docs/coding-agents.md';
    return { kind: 'none', because: `there is none for ${platform} yet`, todo };
  }
  const file = bubblewrap(env, workspace);
  if (file === undefined) {
    return { kind: 'none', because: 'bubblewrap is not installed', todo: installLine(env) };
  }
  const tried = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--', '/bin/sh'];
  const { status, stderr } = spawnSync(file, [...isolation, '--unshare-net', ...tried, '-c', ':'], {
    encoding: 'utf8',
    env: {},
  });
  if (status === 0) return { kind: 'bubblewrap', file };
  const [first = 'it gives no reason'] = stderr.trim().split('\n');
  const todo =
    'allow it to make user namespaces: https://github.com/containers/bubblewrap, or in a container ' +
    'add what it needs: docs/coding-agents.md';
  return { kind: 'none', because: `bubblewrap cannot work here (${first.slice(0, 200)})`, todo };
}

/** The agent can write its workspace: `npx` puts a folder of it on the path, as may a link. */
function bubblewrap({ PATH = '' }: Env, workspace: string | undefined): string | undefined {
  return PATH.split(':')
    .filter((folder) => folder.startsWith('/'))
    .flatMap((folder) => findProgram('bwrap', { PATH: folder }, '/') ?? [])
    .find((file) => {
      const places = [file, realpathSync(file)];
      return workspace === undefined || !places.some((each) => isInside(each, workspace));
    });
}

const managers: readonly (readonly [program: string, line: string])[] = [
  ['apt-get', 'sudo apt-get install bubblewrap'],
  ['dnf', 'sudo dnf install bubblewrap'],
  ['pacman', 'sudo pacman -S bubblewrap'],
  ['zypper', 'sudo zypper install bubblewrap'],
  ['apk', 'sudo apk add bubblewrap'],
];

function installLine(env: Env): string {
  const found = managers.find(([program]) => findProgram(program, env, '/') !== undefined);
  return `install it: ${found?.[1] ?? 'https://github.com/containers/bubblewrap'}`;
}

/** Folders in which sockets of a desktop, of containers and of other programs stand. */
export const socketFolders: readonly string[] = ['/tmp', '/var/tmp', '/run'].filter((each) =>
  existsSync(each),
);
