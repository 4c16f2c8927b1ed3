import { createInterface } from 'node:readline/promises';
import type { ReadStream, WriteStream } from 'node:tty';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';

/** So long nothing may come before a question is asked, and so long it is waited for at most. */
const quietMs = 100;
const quietMsMax = 3_000;

type Pause = (ms: number) => Promise<void>;

interface LineOptions {
  readonly prompt: string;
  /** Tests bring their own. */
  readonly pause?: Pause | undefined;
}

/**
 * Asks for a line, as an answer to what stands on the screen: what was typed before the prompt was
 * there is thrown away. Gives nothing where the input ends, where somebody presses Ctrl-C, and
 * where keys keep coming.
 */
export async function readLine(
  input: ReadStream,
  output: WriteStream,
  { prompt, pause = sleep }: LineOptions,
): Promise<string> {
  // Raw, the terminal hands over what stands in its line too, and shows none of it.
  input.setRawMode(true);
  try {
    if (!(await isQuiet(input, pause))) return '';
    return await lineOf(input, output, prompt);
  } finally {
    // Without this the terminal would stay raw, and the process would go on waiting for keys.
    input.setRawMode(false);
    input.pause();
  }
}

/** Reads and forgets what comes, until nothing does; whether it came to that. */
async function isQuiet(input: ReadStream, pause: Pause): Promise<boolean> {
  let hasCome = false;
  const forget = (): void => {
    hasCome = true;
  };
  input.on('data', forget);
  try {
    for (let waitedMs = 0; waitedMs < quietMsMax; waitedMs += quietMs) {
      hasCome = false;
      await pause(quietMs);
      // A process that was held up reads what came meanwhile only after its timers.
      await turn();
      await turn();
      if (!hasCome) return true;
    }
    return false;
  } finally {
    input.off('data', forget);
  }
}

async function lineOf(input: ReadStream, output: WriteStream, prompt: string): Promise<string> {
  const lines = createInterface({ input, output, terminal: true, historySize: 0 });
  const ended = new Promise<string>((resolve) => {
    lines.once('close', () => resolve(''));
  });
  lines.once('SIGINT', () => lines.close());
  try {
    return await Promise.race([lines.question(prompt), ended]);
  } finally {
    lines.close();
  }
}
