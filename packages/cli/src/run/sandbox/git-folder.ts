import { lstatSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';

/**
 * The folder of a repository whose worktree the workspace is: git writes there. It is known by its
 * own word for it, for what stands in the workspace a stranger may have written.
 */
export function gitFolder(workspace: string): readonly string[] {
  const pointer = path.join(workspace, '.git');
  try {
    if (!lstatSync(pointer).isFile()) return [];
    const [, named = ''] = /^gitdir: (.+)\n?$/.exec(readFileSync(pointer, 'utf8')) ?? [];
    const folder = realpathSync(path.resolve(workspace, named));
    const common = path.dirname(path.dirname(folder));
    const isWorktree = path.basename(path.dirname(folder)) === 'worktrees';
    const back = readFileSync(path.join(folder, 'gitdir'), 'utf8').trim();
    const isNamed = path.resolve(folder, back) === pointer;
    return isWorktree && path.basename(common) === '.git' && isNamed ? [common] : [];
  } catch {
    return [];
  }
}
