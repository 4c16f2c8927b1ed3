/** One line on the screen that tells how far an audit is; what is printed stays clean. */
export interface Progress {
  readonly read: (bytes: number) => void;
  readonly audited: (runs: number) => void;
  readonly end: () => void;
}

const silent: Progress = { read: () => {}, audited: () => {}, end: () => {} };
const redrawMs = 200;
const cells = 24;

/** A bar on the error output, where a person can see it. */
export function progressOver(
  bytesAll: number,
  { stderr }: Pick<NodeJS.Process, 'stderr'> = process,
): Progress {
  if (!stderr.isTTY) return silent;
  const started = performance.now();
  let [bytes, runs, drawn] = [0, 0, -redrawMs];
  const draw = (): void => {
    const now = performance.now();
    if (now - drawn < redrawMs) return;
    drawn = now;
    const share = bytesAll === 0 ? 1 : Math.min(1, bytes / bytesAll);
    const full = Math.round(share * cells);
    const bar = '█'.repeat(full) + '░'.repeat(cells - full);
    const seconds = Math.round((now - started) / 1000);
    stderr.write(`\r${bar} ${Math.floor(100 * share)}%  ${runs} runs  ${seconds} s\u001B[K`);
  };
  return {
    read: (more) => {
      bytes += more;
      draw();
    },
    audited: (more) => {
      runs += more;
      draw();
    },
    end: () => void stderr.write('\r\u001B[K'),
  };
}
