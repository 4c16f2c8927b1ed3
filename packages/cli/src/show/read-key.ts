import type { ReadStream, WriteStream } from 'node:tty';

/** Shows a prompt, waits for one key, and takes the prompt away again. */
export async function readKey(
  input: Pick<ReadStream, 'setRawMode' | 'once' | 'resume' | 'pause'>,
  output: Pick<WriteStream, 'write'>,
  prompt: string,
): Promise<string> {
  output.write(prompt);
  input.setRawMode(true);
  try {
    return await new Promise<string>((resolve) => {
      input.once('data', (data: Buffer) => resolve(data.toString('utf8')));
      input.resume();
    });
  } finally {
    // Without this the terminal would stay raw, and the process would go on waiting for keys.
    input.setRawMode(false);
    input.pause();
    output.write('\r\u001B[2K');
  }
}
