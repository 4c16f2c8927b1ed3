import { confirm, isCancel } from '@clack/prompts';
import { SluiceError } from '@sluice/core';
import type { Terminal } from '../terminal.ts';

/** Waits for the person after each block; without one there is nobody to wait for. */
export function pauseFor(terminal: Terminal, wanted: boolean): () => Promise<void> {
  if (!wanted || !terminal.interactive) return () => Promise.resolve();
  return async () => {
    const answer = await confirm({ message: 'Go on?' });
    if (isCancel(answer) || !answer) {
      throw new SluiceError('aborted', 'stopped at your request', {
        hint: 'leave `--pause` out to see the scenes in one go',
      });
    }
  };
}
