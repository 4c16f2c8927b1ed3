import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { CheckpointOrder, CheckpointReply, CheckpointSetup } from './checkpointer.ts';

/** The other side of `Checkpointer`: a connection of its own, on a thread of its own. */
function serve({ file, walPagesMax, lockWaitMs }: CheckpointSetup): void {
  const database = new DatabaseSync(file, { timeout: lockWaitMs });
  database.exec('pragma checkpoint_fullfsync = on');
  const checkpoint = (mode: 'passive' | 'restart' | 'truncate'): Progress => {
    const { busy, log } = database.prepare(`pragma wal_checkpoint(${mode})`).get() ?? {};
    return { isBusy: busy !== 0, pages: Number(log) };
  };
  const carryOut = (order: CheckpointOrder): boolean => {
    switch (order) {
      case 'move': {
        const { pages } = checkpoint('passive');
        // Moved while writes go on, the log only grows; the little that is left makes them wait.
        if (pages > walPagesMax) checkpoint('restart');
        return true;
      }
      case 'cut':
        checkpoint('passive');
        return !checkpoint('truncate').isBusy;
      case 'close':
        database.close();
        return true;
    }
  };
  parentPort?.on('message', (order: CheckpointOrder) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window's
    parentPort?.postMessage(attempt(() => carryOut(order)));
  });
}

/** A log that could not be moved is moved the next time; nothing is lost in between. */
function attempt(act: () => boolean): CheckpointReply {
  try {
    return { isDone: act() };
  } catch (cause) {
    const code = cause instanceof Error && 'errcode' in cause ? cause.errcode : undefined;
    return { isDone: false, errcode: typeof code === 'number' ? code : undefined };
  }
}

interface Progress {
  readonly isBusy: boolean;
  readonly pages: number;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `Checkpointer` gives nothing else
serve(workerData as CheckpointSetup);
