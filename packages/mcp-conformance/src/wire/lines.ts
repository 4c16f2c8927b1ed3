import type { Readable } from 'node:stream';

/** Calls back for each line. The one end is `\n`: `node:readline` also splits at U+2028. */
export function eachLine(input: Readable, take: (line: string) => void): void {
  let rest = '';
  input.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line.endsWith('\r') ? line.slice(0, -1) : line);
  });
}
