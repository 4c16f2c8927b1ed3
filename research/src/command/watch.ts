import { printProgress, type Progress } from '../sweep/progress.ts';
import type { Terminal } from 'sluice/parts';

const redrawMs = 200;
const lineMs = 15_000;

/** Tells how far a sweep is: a line that is drawn over, or one now and then for a pipe. */
export function watched(terminal: Terminal): {
  readonly onProgress: (progress: Progress) => void;
  readonly end: () => void;
} {
  const { stderr } = process;
  const onScreen = terminal.interactive && stderr.isTTY;
  let shownMs = -Infinity;
  return {
    onProgress: (progress) => {
      const now = performance.now();
      if (now - shownMs < (onScreen ? redrawMs : lineMs)) return;
      shownMs = now;
      const line = printProgress(progress);
      if (onScreen) stderr.write(`\r${line}\u001B[K`);
      else terminal.warn(line);
    },
    end: () => void (onScreen && stderr.write('\r\u001B[K')),
  };
}
