import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { SluiceError } from '@sluice/core';
import { type RecordedRun, readRecord } from './record.ts';

export interface Records {
  readonly runs: readonly RecordedRun[];
  /** Records that were left out, by reason. */
  readonly skipped: Readonly<Record<'error' | 'not-a-user-task', number>>;
}

/** Reads `.json`, `.jsonl` and either of them gzipped. Throws `file-unreadable`. */
export function readRecords(files: readonly string[]): Records {
  const runs: RecordedRun[] = [];
  const skipped = { error: 0, 'not-a-user-task': 0 };
  for (const file of files) {
    for (const { value, place } of valuesIn(file, readText(file))) {
      const reading = readRecord(value, place);
      if (reading.kind === 'run') runs.push(reading.run);
      else skipped[reading.because] += 1;
    }
  }
  return { runs, skipped };
}

/** The text of a file, unzipped where its name ends in `.gz`. Throws `file-unreadable`. */
export function readText(file: string): string {
  try {
    const bytes = readFileSync(file);
    return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  } catch (cause) {
    throw new SluiceError('file-unreadable', `cannot read \`${file}\``, {
      hint: 'check the path and that you may read it',
      cause,
    });
  }
}

function* valuesIn(
  file: string,
  text: string,
): Generator<{ readonly value: unknown; readonly place: string }> {
  if (/\.json(?:\.gz)?$/.test(file)) {
    const value = parse(text, `\`${file}\``);
    yield* (Array.isArray(value) ? value : [value]).map((one: unknown) => ({
      value: one,
      place: `\`${file}\``,
    }));
    return;
  }
  for (const [index, line] of text.split('\n').entries()) {
    const place = `line ${index + 1} of \`${file}\``;
    if (line.trim() !== '') yield { value: parse(line, place), place };
  }
}

function parse(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new SluiceError('file-unreadable', `${place} is not JSON`, {
      hint: 'give `.json` files with one run, or `.jsonl` files with one run a line',
      cause,
    });
  }
}
