import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { SluiceError } from '@sluice/core';

/**
 * The folder that the agent works in: the repository around where it is started, else the folder
 * itself. Throws `settings-invalid` for a home folder and what is around it: the sandbox would give
 * the agent all of it to write.
 */
export function workspaceAt(folder: string, home: string): string {
  const here = realpathSync(folder);
  const own = homeAt(home);
  const found = repositoryAround(here, own) ?? here;
  if (!isInside(own, found)) return found;
  const message = `\`${found}\` is or holds your home folder: it cannot be an agent’s workspace`;
  throw new SluiceError('settings-invalid', message, {
    hint: 'go into the folder of a project: cd PROJECT',
  });
}

function homeAt(home: string): string {
  try {
    return realpathSync(home);
  } catch (cause) {
    throw new SluiceError('settings-invalid', `there is no home folder \`${home}\``, {
      hint: 'set HOME to a folder of yours',
      cause,
    });
  }
}

/** The home folder itself may be a repository: one that holds it does not count. */
function repositoryAround(folder: string, home: string): string | undefined {
  if (isInside(home, folder)) return undefined;
  if (existsSync(path.join(folder, '.git'))) return folder;
  const above = path.dirname(folder);
  return above === folder ? undefined : repositoryAround(above, home);
}

/** True if a path is a folder, or stands below it. */
export function isInside(file: string, folder: string): boolean {
  const below = path.relative(folder, file);
  return below !== '..' && !below.startsWith(`..${path.sep}`) && !path.isAbsolute(below);
}
