import { closeSync, createReadStream, openSync, readSync, type ReadStream } from 'node:fs';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, type Gunzip } from 'node:zlib';
import type { Fault } from './record.ts';

/** Told how much of a file was read, as it lies on the disk. */
export type OnBytes = ((bytes: number) => void) | undefined;

/** A line of a file, or why there are no more of them. */
export type Line =
  | { readonly kind: 'line'; readonly line: number; readonly text: string }
  | { readonly kind: 'fault'; readonly line: number; readonly because: Fault };

/** So long may one record be; a longer one is named and skipped, so that memory stays bounded. */
export const recordCharactersMax = 64_000_000;

/** The lines of a file that are not empty, unzipped where its name ends in `.gz`. */
export async function* linesOf(
  file: string,
  { charactersMax, onBytes }: { readonly charactersMax: number; readonly onBytes: OnBytes },
): AsyncGenerator<Line> {
  const isCut = isZipped(file) && !(await isWhole(file));
  const splitter = new Splitter(charactersMax);
  try {
    for await (const chunk of textOf(file, onBytes)) yield* splitter.add(chunk);
  } catch (cause) {
    yield { kind: 'fault', line: 0, because: faultOf(cause) };
    return;
  }
  // The last line of what was cut is half a line: the file is named in its stead.
  if (isCut) yield { kind: 'fault', line: 0, because: 'cut-short' };
  else yield* splitter.end();
}

/** The whole text of a file as one line. */
export async function wholeText(file: string, onBytes: OnBytes): Promise<Line> {
  if (isZipped(file) && !(await isWhole(file))) {
    return { kind: 'fault', line: 0, because: 'cut-short' };
  }
  let text = '';
  try {
    for await (const chunk of textOf(file, onBytes)) {
      text += chunk;
      if (text.length > recordCharactersMax) return { kind: 'fault', line: 0, because: 'too-long' };
    }
  } catch (cause) {
    return { kind: 'fault', line: 0, because: faultOf(cause) };
  }
  return { kind: 'line', line: 0, text };
}

/** A broken archive: it was there, and could be opened. */
function faultOf(cause: unknown): Fault {
  return codeOf(cause).startsWith('Z_') ? 'not-zipped' : 'unopened';
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}

/** Text that comes in pieces, line by line. */
class Splitter {
  readonly #charactersMax: number;
  #line = 1;
  #rest = '';
  #isTooLong = false;

  constructor(charactersMax: number) {
    this.#charactersMax = charactersMax;
  }

  *add(chunk: string): Generator<Line> {
    const pieces = chunk.split('\n');
    for (const [at, piece] of pieces.entries()) {
      if (at > 0) yield* this.end();
      if (this.#rest.length + piece.length > this.#charactersMax) this.#isTooLong = true;
      this.#rest = this.#isTooLong ? '' : this.#rest + piece;
    }
  }

  /** The line as it stands, which is complete now. */
  *end(): Generator<Line> {
    const { line, text, isTooLong } = {
      line: this.#line,
      text: this.#rest,
      isTooLong: this.#isTooLong,
    };
    this.#line += 1;
    this.#rest = '';
    this.#isTooLong = false;
    if (isTooLong) yield { kind: 'fault', line, because: 'too-long' };
    else if (text.trim() !== '') yield { kind: 'line', line, text };
  }
}

/** Reads an archive as far as it can be unpacked, even where its end is missing. */
async function* textOf(file: string, onBytes: OnBytes): AsyncGenerator<string> {
  const source = createReadStream(file);
  const bytes = isZipped(file) ? unzipped(source) : source;
  const decoder = new TextDecoder();
  let reported = 0;
  for await (const chunk of bytes) {
    onBytes?.(source.bytesRead - reported);
    reported = source.bytesRead;
    if (Buffer.isBuffer(chunk)) yield decoder.decode(chunk, { stream: true });
  }
  yield decoder.decode();
}

function unzipped(source: ReadStream): Gunzip {
  const unzip = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
  source.on('error', (cause) => unzip.destroy(cause));
  unzip.on('close', () => source.destroy());
  return source.pipe(unzip);
}

/** By its name, or by how it begins (RFC 1952, 2.3.1): archives lose their `.gz` on the way. */
function isZipped(file: string): boolean {
  if (file.endsWith('.gz')) return true;
  const start = new Uint8Array(2);
  try {
    const opened = openSync(file, 'r');
    readSync(opened, start);
    closeSync(opened);
  } catch {
    // A file that cannot be opened is named when it is read.
    return false;
  }
  return start[0] === 0x1f && start[1] === 0x8b;
}

/** True if an archive has its end; other damage shows when it is read. */
async function isWhole(file: string): Promise<boolean> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  try {
    await pipeline(createReadStream(file), createGunzip(), nowhere);
    return true;
  } catch (cause) {
    return codeOf(cause) !== 'Z_BUF_ERROR';
  }
}
