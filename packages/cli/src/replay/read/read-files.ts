import { SluiceError } from '@sluice/core';
import { faults, skips, type Fault, type PlacedReading, type RecordedRun } from './record.ts';
import { recordFiles, recordsIn } from './records.ts';

export interface Records {
  readonly runs: readonly RecordedRun[];
  /** How many records were left out, by reason. */
  readonly left: ReadonlyMap<string, number>;
}

/** The files to give instead. */
export const formats = 'name `.json` files with one run, or `.jsonl` files with one run per line';

/** These show that the wrong file was given; other faults are those of one record. */
const mistakes = new Map<Fault, string>([
  ['not-json', formats],
  ['foreign', formats],
  ['empty', formats],
  ['cut-short', 'it may be cut off: fetch it again'],
  ['not-zipped', 'fetch it again, or drop `.gz` from its name'],
  ['unopened', 'check the path, and that you may read it'],
]);

/** All records of some files. Throws `file-unreadable` where a file holds something else. */
export async function readRecords(files: readonly string[]): Promise<Records> {
  const runs: RecordedRun[] = [];
  const left = new Map<string, number>();
  for (const { file } of recordFiles(files)) {
    for await (const placed of recordsIn(file)) {
      const { reading } = placed;
      if (reading.kind === 'run') runs.push(reading.run);
      else {
        const because = reasonFor(placed);
        left.set(because, (left.get(because) ?? 0) + 1);
      }
    }
  }
  return { runs, left };
}

/** Says what was left out: nothing disappears. */
export function leftLines(left: Records['left']): readonly string[] {
  return [...left].map(([because, count]) => `left out: ${count} (${because})`);
}

function reasonFor({ file, line, reading }: PlacedReading): string {
  if (reading.kind === 'run') return '';
  if (reading.kind === 'skipped') return skips[reading.because];
  const { because } = reading;
  const hint = mistakes.get(because);
  if (hint === undefined) return faults[because];
  const place = line === 0 ? `\`${file}\`` : `line ${line} of \`${file}\``;
  throw new SluiceError('file-unreadable', `${place} ${faults[because]}`, { hint });
}
