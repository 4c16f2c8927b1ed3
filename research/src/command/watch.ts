import type { Terminal } from 'sluice/parts';

const redrawMs = 200;
const lineMs = 15_000;

export interface Watch {
  /** A line that is drawn over, or one now and then for a pipe; the last one always. */
  readonly show: (line: string, isLast?: boolean) => void;
  readonly end: () => void;
}

/** Tells how far a run is. */
export function watched(terminal: Terminal): Watch {
  const { stderr } = process;
  const onScreen = terminal.interactive && stderr.isTTY;
  let shownMs = -Infinity;
  return {
    show: (line, isLast = false) => {
      const now = performance.now();
      if (!isLast && now - shownMs < (onScreen ? redrawMs : lineMs)) return;
      shownMs = now;
      if (onScreen) stderr.write(`\r${line}\u001B[K`);
      else terminal.warn(line);
    },
    end: () => void (onScreen && stderr.write('\r\u001B[K')),
  };
}
