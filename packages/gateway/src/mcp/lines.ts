import type { Duplex } from 'node:stream';
import { limits } from '../limits.ts';

/** Calls `onLine` with each line of a stream. A line past the bound ends the stream. */
export function readLines(stream: Duplex, onLine: (line: string) => void): (chunk: Buffer) => void {
  let pieces: Buffer[] = [];
  let bytes = 0;
  const read = (chunk: Buffer): void => {
    let from = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, from)) {
      const line = Buffer.concat([...pieces, chunk.subarray(from, end)]).toString('utf8');
      pieces = [];
      bytes = 0;
      from = end + 1;
      onLine(line);
    }
    const rest = chunk.subarray(from);
    bytes += rest.length;
    if (bytes > limits.mcpLineBytesMax) return void stream.destroy();
    if (rest.length > 0) pieces.push(rest);
  };
  stream.on('data', read);
  return read;
}

const newline = 0x0a;
