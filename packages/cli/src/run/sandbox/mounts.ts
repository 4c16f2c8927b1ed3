import { existsSync, lstatSync, mkdirSync, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { isInside } from '../workspace.ts';
import { gitFolder } from './git-folder.ts';
import { socketFolders } from './sandbox.ts';
import { stateFolders } from './state-folders.ts';

/** What of the machine an agent is shown, and what it may write. */
export interface View {
  readonly workspace: string;
  /** The agent starts here. */
  readonly folder: string;
  readonly home: string;
  /** Where the client keeps settings and sessions, from the home folder; `/` ends a folder. */
  readonly kept: readonly string[];
  /** Gives the sandbox caches of its own, which last. */
  readonly caches: string;
  /** Settings of this run, to be read only. */
  readonly settings: string;
  /** Files that decide what the agent may do. */
  readonly policies: readonly string[];
  /** Not there at all, besides the state of gateways that the workspace holds. */
  readonly hidden: readonly string[];
}

/**
 * The mounts for bubblewrap; a later one covers an earlier one. The machine is there to be read,
 * and only the workspace, the client's own folders, caches and temporary folders to be written.
 */
export function mountsOf(view: View): readonly string[] {
  return [
    ...machine,
    ...socketFolders.flatMap((folder) => ['--tmpfs', folder]),
    ...namesOfHosts.flatMap((file) => ['--ro-bind-try', file, file]),
    ...homeMounts(view),
    ...writableFolders(view).flatMap((each) => ['--bind', each, each]),
    ...policyMounts(view),
    '--ro-bind',
    view.settings,
    view.settings,
    ...hiddenFolders(view).flatMap((folder) => ['--tmpfs', folder, '--remount-ro', folder]),
  ];
}

function hiddenFolders(view: View): readonly string[] {
  const { hidden } = view;
  const isCovered = (folder: string): boolean => hidden.some((each) => isInside(folder, each));
  return [...hidden, ...stateFolders(view).filter((folder) => !isCovered(folder))];
}

const machine = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'];

/** Below `/run`: by these a name becomes an address; and the programs of NixOS. */
const namesOfHosts = [
  '/run/systemd/resolve',
  '/run/resolvconf',
  '/run/NetworkManager/resolv.conf',
  '/run/nscd',
  '/run/current-system',
] as const;

/** Where containers are ruled from: whoever reaches such a socket has all of the machine. */
const containerFolders = ['.docker/run', '.docker/desktop', '.colima', '.lima', '.rd', '.orbstack'];

/** Folders of package managers: what stands in them is run outside of the sandbox too. */
const cacheFolders = [
  '.cache',
  '.npm',
  '.bun/install/cache',
  '.cargo/registry',
  '.cargo/git',
  'go/pkg',
  '.gradle/caches',
  '.m2/repository',
  '.local/share/pnpm',
] as const;

/** What is new in the home folder is gone with the sandbox; what stands there can be read. */
function homeMounts({ home, caches }: View): readonly string[] {
  const entries = readdirSync(home).filter((name) => name !== '.sluice');
  return [
    '--tmpfs',
    home,
    ...entries.flatMap((name) => {
      const file = path.join(home, name);
      return lstatSync(file).isSymbolicLink()
        ? ['--symlink', readlinkSync(file), file]
        : ['--ro-bind-try', file, file];
    }),
    ...containerFolders.flatMap((name) => {
      const folder = path.join(home, name);
      return isPlain(folder) ? ['--tmpfs', folder] : [];
    }),
    ...cacheFolders.flatMap((name) => cacheMount(path.join(home, name), { home, caches })),
  ];
}

function cacheMount(
  folder: string,
  { home, caches }: Pick<View, 'home' | 'caches'>,
): readonly string[] {
  const below = path.relative(home, folder);
  const [top = ''] = below.split('/');
  const isThere = existsSync(folder) && realpathSync(folder) === folder;
  // Where its parent is only to be read, there is no place to mount it.
  if (!isThere && existsSync(path.join(home, top))) return [];
  const own = path.join(caches, below.replaceAll('/', '-'));
  mkdirSync(own, { recursive: true, mode: 0o700 });
  return ['--bind', own, folder];
}

/** What the agent may write for good, besides caches. The client would make its folders itself. */
function writableFolders({ workspace, home, kept }: View): readonly string[] {
  const own = kept.flatMap((name) => {
    const file = path.join(home, name);
    if (name.endsWith('/')) mkdirSync(file, { recursive: true, mode: 0o700 });
    return existsSync(file) ? [realpathSync(file)] : [];
  });
  return [...own, workspace, ...gitFolder(workspace)];
}

/** Read only. A mount keeps a file from being replaced, and so do those above it. */
function policyMounts(view: View): readonly string[] {
  const { workspace, policies } = view;
  const usual = ['sluice.yaml', 'gateway.yaml'].map((name) => path.join(workspace, name));
  const files = [...usual, ...policies].filter(isPlain);
  const inside = writableFolders(view).flatMap((folder) =>
    files.filter((file) => isInside(file, folder)).map((file) => ({ file, folder })),
  );
  // Folders first: such a mount covers the mounts that were below it.
  const above = new Set(inside.flatMap(({ file, folder }) => foldersAbove(file, folder)));
  return [
    ...[...above]
      .toSorted((one, other) => one.length - other.length)
      .flatMap((each) => ['--bind', each, each]),
    ...inside.flatMap(({ file }) => ['--ro-bind', file, file]),
  ];
}

function isPlain(file: string): boolean {
  return existsSync(file) && !lstatSync(file).isSymbolicLink();
}

/** Those between a file and a folder that it stands in. */
function foldersAbove(file: string, top: string): readonly string[] {
  const folder = path.dirname(file);
  return folder === top ? [] : [...foldersAbove(folder, top), folder];
}
