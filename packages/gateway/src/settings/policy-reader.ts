import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import path from 'node:path';
import { limits, SluiceError, type IncludeReader } from '@sluice/core';

/**
 * Reads the files that a policy includes: those in its own folder and below it, wherever links
 * lead. Throws `file-unreadable`.
 */
export function policyReader(policy: string): IncludeReader {
  return async (name) => {
    const folder = await realpath(path.dirname(policy)).catch(unreadable(name));
    const file = await realpath(path.join(folder, name)).catch(unreadable(name));
    const below = path.relative(folder, file);
    if (below === '..' || below.startsWith(`..${path.sep}`) || path.isAbsolute(below)) {
      throw outside(name);
    }
    return textOf(file).catch(unreadable(name));
  };
}

/** A pipe would never end, so it is not waited for; nor is a link followed that came meanwhile. */
async function textOf(file: string): Promise<string> {
  // On Windows the last two are not there, which `|` reads as 0.
  const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants;
  const handle = await open(file, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
  try {
    const about = await handle.stat();
    if (!about.isFile() || about.size > limits.policyBytesMax) throw new Error('too large');
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

function outside(name: string): SluiceError {
  const hint = 'copy the file into the folder of the policy';
  return new SluiceError('file-unreadable', `\`${name}\` leads out of the policy's folder`, {
    hint,
  });
}

function unreadable(name: string): (cause: unknown) => never {
  return (cause) => {
    const hint = 'write the path of a file beside the policy, or below';
    throw new SluiceError('file-unreadable', `cannot read \`${name}\``, { hint, cause });
  };
}
