import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { SluiceError } from '@sluice/core';
import { compareText } from './cases.ts';
import { type SuiteResult, suiteResultSchema } from './suite-result.ts';

/** The results of a folder, and the files in it that are none, each with the reason. */
export interface FoundResults {
  readonly results: readonly SuiteResult[];
  /** The name of each result's file. */
  readonly files: readonly string[];
  readonly leftOut: readonly string[];
}

/**
 * Writes a result to `SUITE[.SLICE].json`, in place of what stood there: whole or not at all, for
 * it is written beside and renamed. Returns the file. Throws `file-unreadable`.
 */
export function writeSuiteResult(folder: string, result: SuiteResult): string {
  const file = path.join(folder, resultFileName(result));
  const beside = `${file}.${process.pid}.tmp`;
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(beside, `${JSON.stringify(suiteResultSchema.parse(result), undefined, 1)}\n`);
    renameSync(beside, file);
  } catch (cause) {
    throw new SluiceError('file-unreadable', `cannot keep the result in \`${file}\``, {
      hint: 'check that you may write there',
      cause,
    });
  }
  return file;
}

/** Reads one result. Throws `file-unreadable` for a file that is not exactly what is written. */
export function readSuiteResult(file: string): SuiteResult {
  const parsed = suiteResultSchema.safeParse(jsonIn(file));
  if (parsed.success) return parsed.data;
  const at = parsed.error.issues[0]?.path.join('.') ?? '';
  throw malformed(file, { why: `see \`${at}\``, cause: parsed.error });
}

/** All results of a folder, in the order of their files; a folder that is not there has none. */
export function readSuiteResults(folder: string): FoundResults {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const files = names.filter((name) => name.endsWith('.json')).toSorted(compareText);
  const results: SuiteResult[] = [];
  const read: string[] = [];
  const leftOut: string[] = [];
  for (const name of files) {
    try {
      results.push(readSuiteResult(path.join(folder, name)));
      read.push(name);
    } catch (error) {
      if (!(error instanceof SluiceError)) throw error;
      leftOut.push(error.message);
    }
  }
  return { results, files: read, leftOut };
}

/** Longer names are cut, and told apart by a hash. */
const sliceCharactersMax = 60;

function resultFileName({ suite, slice }: Pick<SuiteResult, 'suite' | 'slice'>): string {
  if (slice === 'whole') return `${suite}.json`;
  const short = slice.replaceAll(/[^\w-]+/g, '-');
  if (short === slice && short.length <= sliceCharactersMax) return `${suite}.${short}.json`;
  const hash = createHash('sha256').update(slice).digest('hex').slice(0, 8);
  return `${suite}.${short.slice(0, sliceCharactersMax)}-${hash}.json`;
}

function jsonIn(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw malformed(file, { why: 'it cannot be read, or is not JSON', cause });
  }
}

function malformed(
  file: string,
  { why, cause }: { readonly why: string; readonly cause: unknown },
): SluiceError {
  return new SluiceError('file-unreadable', `\`${file}\` is no result of a suite: ${why}`, {
    hint: 'delete it, and measure again',
    cause,
  });
}
