import type { PullProgress } from '@sluice/local';

/** The output to draw on: that of errors, so that what is printed stays clean. */
export interface Screen {
  readonly isTTY?: boolean | undefined;
  readonly write: (text: string) => unknown;
}

const redrawMs = 200;
const lineMs = 15_000;
const cells = 24;

const words: Readonly<Record<PullProgress['phase'], string>> = {
  waiting: 'waiting for another pull',
  fetching: 'fetching',
  unpacking: 'unpacking',
  checking: 'checking',
};

/** Tells how far a pull is: a bar that is drawn over, or a line now and then for a pipe. */
export function shownProgress(
  { stderr, nowMs }: { readonly stderr: Screen; readonly nowMs: () => number } = {
    stderr: process.stderr,
    nowMs: () => performance.now(),
  },
): { readonly onProgress: (progress: PullProgress) => void; readonly end: () => void } {
  const onScreen = stderr.isTTY === true;
  let shownMs = -Infinity;
  let phase: PullProgress['phase'] | undefined;
  return {
    onProgress: (progress) => {
      const now = nowMs();
      const isNew = progress.phase !== phase;
      if (!isNew && now - shownMs < (onScreen ? redrawMs : lineMs)) return;
      phase = progress.phase;
      shownMs = now;
      stderr.write(onScreen ? `\r${bar(progress)}\u001B[K` : `${line(progress)}\n`);
    },
    end: () => void (onScreen && stderr.write('\r\u001B[K')),
  };
}

function bar(progress: PullProgress): string {
  const { of, bytes } = progress;
  if (of === undefined || of === 0) return line(progress);
  const full = Math.round(Math.min(1, bytes / of) * cells);
  return `${'█'.repeat(full)}${'░'.repeat(cells - full)} ${line(progress)}`;
}

function line({ phase, bytes, of }: PullProgress): string {
  if (phase === 'waiting') return words.waiting;
  const known = of === undefined ? '' : ` of ${megabytes(of)}`;
  return `${words[phase]}: ${megabytes(bytes)}${known} MB`;
}

/** Millions of bytes, with a digit after the point where there are few. */
export function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0);
}
