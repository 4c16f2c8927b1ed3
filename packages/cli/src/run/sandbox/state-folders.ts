import { existsSync, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { isInside } from '../workspace.ts';

/** Where a gateway keeps its keys and its database, beside its settings. */
const stateName = '.sluice';

/** So many folders of a workspace are looked into; nearer ones first. */
const foldersMax = 5_000;

/** These hold thousands of folders, and nobody starts a gateway there. */
const skipped: ReadonlySet<string> = new Set(['node_modules', '.git']);

/**
 * The folders of gateways in a workspace: those from where the agent starts upwards, and those that
 * a walk finds. A link is followed to a folder of a gateway, and to nothing else: an agent could
 * have made it.
 */
export function stateFolders({
  workspace,
  folder,
}: {
  readonly workspace: string;
  /** The agent starts here. */
  readonly folder: string;
}): readonly string[] {
  const looked = new Set([...upTo(workspace, folder), ...below(workspace)]);
  const found = [...looked].flatMap((each) => stateAt(path.join(each, stateName)));
  return outermost([...new Set(found)]);
}

function upTo(workspace: string, folder: string): readonly string[] {
  if (!isInside(folder, workspace)) return [];
  return folder === workspace ? [folder] : [folder, ...upTo(workspace, path.dirname(folder))];
}

function below(workspace: string): readonly string[] {
  const folders = [workspace];
  for (const folder of folders) {
    for (const name of foldersIn(folder)) {
      if (folders.length >= foldersMax) return folders;
      if (!skipped.has(name) && name !== stateName) folders.push(path.join(folder, name));
    }
  }
  return folders;
}

function foldersIn(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch {
    // The agent, who is the same user, cannot read it either.
    return [];
  }
}

function stateAt(file: string): readonly string[] {
  try {
    if (!statSync(file).isDirectory()) return [];
    if (!lstatSync(file).isSymbolicLink()) return [file];
    const real = realpathSync(file);
    const isState = ['operator.key', 'sluice.db'].some((name) => existsSync(path.join(real, name)));
    return isState ? [real] : [];
  } catch {
    return [];
  }
}

/** Below a folder that is covered there is no place for another mount. */
function outermost(folders: readonly string[]): readonly string[] {
  return folders.filter(
    (each) => !folders.some((other) => other !== each && isInside(each, other)),
  );
}
