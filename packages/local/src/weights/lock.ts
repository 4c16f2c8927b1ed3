import { open, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import type { PullWork } from './pull-io.ts';
import { aborted } from './pull-errors.ts';
import { weightsLimits } from './weights-limits.ts';

/**
 * Runs something while no other process does so under the same lock file; waits for one that does.
 * A lock whose process is gone, or has been silent for a minute, is taken away.
 *
 * HAZARD: two who take a stale lock away in the same instant may both go on. Two pulls then write
 * one file; its SHA-256 finds that out, and it does not get its name.
 */
export async function withLock<T>(file: string, work: PullWork, run: () => Promise<T>): Promise<T> {
  const owner = `${hostname()} ${process.pid}`;
  while (!(await take(file, owner))) {
    if (await isStale(file, work)) await remove(file);
    else {
      work.onProgress({ phase: 'waiting', bytes: 0 });
      await work.io.wait(weightsLimits.lockPollMs, work.signal).catch(() => undefined);
    }
    if (work.signal.aborted) throw aborted();
  }
  const sign = setInterval(() => void live(file, work.io.nowMs()), weightsLimits.lockSignMs);
  sign.unref();
  try {
    return await run();
  } finally {
    clearInterval(sign);
    if ((await readOwner(file)) === owner) await rm(file, { force: true });
  }
}

async function take(file: string, owner: string): Promise<boolean> {
  try {
    const lock = await open(file, 'wx');
    await lock.writeFile(owner);
    await lock.close();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

async function isStale(file: string, { io }: PullWork): Promise<boolean> {
  const owner = await readOwner(file);
  const [, pid] = owner?.startsWith(`${hostname()} `) === true ? owner.split(' ') : [];
  if (pid !== undefined && !isRunning(Number(pid))) return true;
  const changedMs = await stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => io.nowMs(),
  );
  return io.nowMs() - changedMs > weightsLimits.lockSilenceMsMax;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process that may not be asked is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Renamed first, so that of two who remove it only one does. */
async function remove(file: string): Promise<void> {
  const away = `${file}.${process.pid}`;
  await rename(file, away).then(
    async () => await rm(away, { force: true }),
    () => undefined,
  );
}

async function readOwner(file: string): Promise<string | undefined> {
  return await readFile(file, 'utf8').catch(() => undefined);
}

async function live(file: string, nowMs: number): Promise<void> {
  await utimes(file, nowMs / 1000, nowMs / 1000).catch(() => undefined);
}
