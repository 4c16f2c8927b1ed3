import { parseJson, readText } from '../files.ts';
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

const hint = 'give `.json` files with one run, or `.jsonl` files with one run a line';

function* valuesIn(
  file: string,
  text: string,
): Generator<{ readonly value: unknown; readonly place: string }> {
  if (/\.json(?:\.gz)?$/.test(file)) {
    const place = `\`${file}\``;
    const value = parseJson(text, { place, hint });
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    yield* list.map((one) => ({ value: one, place }));
    return;
  }
  for (const [index, line] of text.split('\n').entries()) {
    const place = `line ${index + 1} of \`${file}\``;
    if (line.trim() !== '') yield { value: parseJson(line, { place, hint }), place };
  }
}
