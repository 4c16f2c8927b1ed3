import { createInterface } from 'node:readline/promises';
import type { Ask } from './questions.ts';

/**
 * Asks on the process's own terminal, a line at a time. The end of the input (Ctrl-D) answers with
 * nothing; Ctrl-C ends the process as it does everywhere.
 */
export function lineAsker(): Ask {
  return async (text) => {
    const lines = createInterface({ input: process.stdin, output: process.stdout });
    const ended = new Promise<string>((resolve) => {
      lines.once('close', () => resolve(''));
    });
    lines.once('SIGINT', () => process.exit(interrupted));
    try {
      return await Promise.race([lines.question(text), ended]);
    } finally {
      lines.close();
    }
  };
}

/** What a shell reports of a command that Ctrl-C ended (128 + SIGINT). */
const interrupted = 130;
