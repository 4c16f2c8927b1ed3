import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { SluiceError } from '@sluice/core';
import { parseTrace, type Trace } from './trace.ts';

/** The files of recorded runs that paths name: files themselves, and those in folders. */
export function traceFiles(paths: readonly string[]): readonly string[] {
  const files = paths.flatMap((each) => {
    if (!existsSync(each)) throw missing(each, 'does not exist');
    return statSync(each).isDirectory() ? filesIn(each) : [each];
  });
  if (files.length > 0) return files;
  throw missing(paths.join(' '), 'holds no recorded runs');
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.jsonl(?:\.gz)?$/.test(name))
    .toSorted()
    .map((name) => path.join(folder, name));
}

function missing(place: string, why: string): SluiceError {
  return new SluiceError('file-unreadable', `\`${place}\` ${why}`, {
    hint: 'give files of recorded runs (`.jsonl`, `.jsonl.gz`), or a folder that holds some',
  });
}

/** All recorded runs of files, in their order. Throws `file-unreadable`. */
export async function* readTraces(files: readonly string[]): AsyncGenerator<Trace> {
  for (const file of files) {
    try {
      for await (const line of linesOf(file)) {
        const trace = parseTrace(line);
        if (trace !== undefined) yield trace;
      }
    } catch (cause) {
      throw new SluiceError('file-unreadable', `\`${file}\` cannot be read to its end`, {
        hint: 'check that it is whole, and gzipped where its name says so',
        cause,
      });
    }
  }
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const bytes = createReadStream(file);
  const unzip = file.endsWith('.gz') ? createGunzip() : undefined;
  // A failing file must end the reading of lines, which hears of its own input alone.
  bytes.on('error', (cause) => unzip?.destroy(cause));
  yield* createInterface({ input: unzip === undefined ? bytes : bytes.pipe(unzip) });
}
