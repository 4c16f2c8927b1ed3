import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { canonicalJson, SluiceError } from '@sluice/core';
import {
  type LedgerLine,
  ledgerLineSchema,
  type TrialLine,
  type TrialSpec,
  type Versions,
} from '../trial/trial.ts';

/** A ledger as it was read. */
export interface Ledger {
  readonly lines: readonly LedgerLine[];
  /** Bytes after the last line's end: a line that a killed sweep did not finish. */
  readonly tornBytes: number;
}

/** Where the whole lines of a file end. */
export interface Extent {
  readonly wholeBytes: number;
  readonly tornBytes: number;
}

/**
 * Reads a ledger, the torn last line of a killed sweep aside. Throws `file-unreadable`, with the
 * line's number, for a line that is not exactly what a sweep writes.
 */
export async function readLedger(file: string): Promise<Ledger> {
  const lines: LedgerLine[] = [];
  const { tornBytes } = await eachLine(file, (line) => lines.push(line));
  return { lines, tornBytes };
}

/** Hands every whole line on, one at a time: a ledger may be larger than a text may be. */
export async function eachLine(file: string, use: (line: LedgerLine) => unknown): Promise<Extent> {
  let number = 0;
  let wholeBytes = 0;
  let rest: readonly Buffer[] = [];
  for await (const chunk of chunksOf(file)) {
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      const line = Buffer.concat([...rest, chunk.subarray(from, end)]);
      rest = [];
      from = end + 1;
      wholeBytes += line.length + 1;
      number += 1;
      const parsed = parseLine(line.toString(), `${file}:${number}`);
      if (number === 1 && parsed.kind !== 'sweep') throw malformed(`${file}:1`, 'no sweep began');
      use(parsed);
    }
    if (from < chunk.length) rest = [...rest, chunk.subarray(from)];
  }
  return { wholeBytes, tornBytes: rest.reduce((sum, piece) => sum + piece.length, 0) };
}

async function* chunksOf(file: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of createReadStream(file)) {
      if (Buffer.isBuffer(chunk)) yield chunk;
    }
  } catch (cause) {
    throw new SluiceError('file-unreadable', `cannot read the ledger \`${file}\``, {
      hint: 'name the `.jsonl` file that a sweep wrote',
      cause,
    });
  }
}

function parseLine(text: string, where: string): LedgerLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw malformed(where, 'it is not JSON', cause);
  }
  const parsed = ledgerLineSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const at = parsed.error.issues[0]?.path.join('.');
  throw malformed(where, at ? `see \`${at}\`` : 'its kind is unknown', parsed.error);
}

function malformed(where: string, why: string, cause?: unknown): SluiceError {
  return new SluiceError('file-unreadable', `\`${where}\` is no line of a ledger: ${why}`, {
    hint: 'a ledger is written by sweeps alone: start again with a new file',
    cause,
  });
}

/** The key of a trial: SHA-256 in hexadecimal over its spec and every version. */
export function trialKey(spec: TrialSpec, versions: Versions): string {
  return createHash('sha256').update(canonicalJson({ spec, versions })).digest('hex');
}

/**
 * The trials that a figure may be made of: those of the versions that the ledger ends with, and
 * of each the last line, for an error that was tried again. Older versions' trials are history.
 */
export function trialsOf(lines: readonly LedgerLine[]): readonly TrialLine[] {
  const last = versionsOf(lines);
  const trials = new Map<string, TrialLine>();
  let counts = false;
  for (const line of lines) {
    if (line.kind === 'sweep') counts = canonicalJson(line.versions) === canonicalJson(last);
    else if (counts) trials.set(line.key, line);
  }
  return [...trials.values()];
}

/** The versions that a ledger ends with; `undefined` where nothing ran. */
export function versionsOf(lines: readonly LedgerLine[]): Versions | undefined {
  return lines.findLast((line) => line.kind === 'sweep')?.versions;
}
