import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { loadPolicy, SluiceError, type PlainTool, type Policy } from '@sluice/core';
import { skeleton } from '@sluice/gateway';
import { loadPolicyFile } from '../policy-file.ts';

/**
 * A policy to compare `file` with: another file, or the same file in a revision of git (`main`,
 * `HEAD~1`), together with what it includes there. The name alone says which: a file that a change
 * brings with it takes no revision's place. Throws `file-unreadable`, and what `loadPolicy` throws.
 */
export async function policyBefore(
  file: string,
  named: string,
  tools: readonly PlainTool[] | undefined,
): Promise<Policy> {
  if (isFile(named)) return loadPolicyFile(named, tools);
  const reader = revisionReader(path.dirname(file), named);
  const text = await reader(path.basename(file));
  return loadPolicy(text, { file: `${named}:${file}`, include: reader, skeleton, tools });
}

function isFile(named: string): boolean {
  return path.isAbsolute(named) || /^\.{1,2}[\\/]|\.(?:ya?ml|json)(?:\.gz)?$/i.test(named);
}

/** Reads files of a folder as they are in a revision. */
function revisionReader(folder: string, revision: string): (name: string) => Promise<string> {
  return async (name) => {
    const place = path.posix.normalize(name);
    if (revision.startsWith('-') || place.startsWith('..') || path.posix.isAbsolute(place)) {
      throw unread(revision, name);
    }
    const args = ['show', '--end-of-options', `${revision}:./${place}`];
    const options = { cwd: folder, maxBuffer: 1e8 };
    const shown = await promisify(execFile)('git', args, options).catch(() => undefined);
    if (shown === undefined) throw unread(revision, name);
    return shown.stdout;
  };
}

function unread(revision: string, name: string): SluiceError {
  return new SluiceError(
    'file-unreadable',
    `\`${revision}\` is no revision of git that has \`${name}\``,
    {
      hint: `name the earlier policy file (\`./${revision}\` is one), or a revision of git such as \`main\``,
    },
  );
}
