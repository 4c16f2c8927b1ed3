import { SluiceError } from '@sluice/core';
import type { Terminal } from '../terminal.ts';

/** q, and what a raw terminal sends for Ctrl-C and Ctrl-D. */
const stopping: ReadonlySet<string> = new Set(['q', 'Q', '\u0003', '\u0004']);

/** Waits for a key after each block; where nobody can press one it says so, and goes on. */
export function pauseFor(terminal: Terminal, wanted: boolean): () => Promise<void> {
  const { key } = terminal;
  if (!wanted) return () => Promise.resolve();
  if (key === undefined) {
    terminal.warn('sluice: nobody can press a key here (no terminal), so `--pause` does nothing');
    return () => Promise.resolve();
  }
  const prompt = terminal.colours.dim('any key goes on, q stops');
  return async () => {
    if (stopping.has(await key(prompt))) {
      throw new SluiceError('aborted', 'stopped, as you asked', {
        hint: 'leave `--pause` out to see the scenes in one go',
      });
    }
  };
}
