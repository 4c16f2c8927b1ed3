import { mkdtempSync, readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SluiceError } from '@sluice/core';

/**
 * Makes a folder for as long as this process runs. Those of processes that were killed are deleted
 * first: keys of gateways stand in them. Throws `settings-invalid`.
 */
export function temporaryFolder(name: string): string {
  const place = tmpdir();
  const owner = `sluice-${name}-${processes()}-`;
  try {
    for (const each of readdirSync(place)) {
      if (isLeft(each, owner)) rmSync(path.join(place, each), { recursive: true, force: true });
    }
    return realpathSync(mkdtempSync(path.join(place, `${owner}${process.pid}-`)));
  } catch (cause) {
    throw new SluiceError('settings-invalid', `cannot make a folder in \`${place}\``, {
      hint: 'set TMPDIR to a folder that you can write to: export TMPDIR=/tmp',
      cause,
    });
  }
}

/** A container may share the folder, and has other processes under the same numbers. */
function processes(): string {
  try {
    return readlinkSync('/proc/self/ns/pid').replaceAll(/\D/g, '');
  } catch {
    return '0';
  }
}

function isLeft(name: string, owner: string): boolean {
  const [, pid] = name.startsWith(owner) ? (/^(\d+)-/.exec(name.slice(owner.length)) ?? []) : [];
  return pid !== undefined && !isAlive(Number(pid));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (cause) {
    // Another user's process may not be asked.
    return !(cause instanceof Error && 'code' in cause && cause.code === 'ESRCH');
  }
}
