import { SluiceError } from '@sluice/core';
import { converterHint } from './converter.ts';
import { faults, skips, type Fault, type PlacedReading, type RecordedRun } from './record.ts';
import { recordFiles, recordsIn } from './records.ts';

/** A run, and where it is recorded. */
export type PlacedRun = RecordedRun & Pick<PlacedReading, 'file' | 'line'>;

export interface Records {
  readonly runs: readonly PlacedRun[];
  /** How many records were left out, by reason. */
  readonly left: ReadonlyMap<string, number>;
  /** How many of these could not be read. */
  readonly unreadable: number;
  /** The first of them that shows that a wrong file was given. */
  readonly mistake: SluiceError | undefined;
}

/** The files to give instead. */
export const formats = 'name `.json` files with one run, or `.jsonl` files with one run per line';

/** These show that the wrong file was given; other faults are those of one record. */
const mistakes = new Map<Fault, string>([
  ['not-json', formats],
  ['foreign', converterHint],
  ['empty', formats],
  ['cut-short', 'it may be cut off: fetch it again'],
  ['not-zipped', 'fetch it again, or drop `.gz` from its name'],
  ['unopened', 'check the path, and that you may read it'],
]);

/** All records of some files. What cannot be read is named and counted, and ends nothing. */
export async function readRecords(files: readonly string[]): Promise<Records> {
  const runs: PlacedRun[] = [];
  const left = new LeftCounter();
  for (const { file } of recordFiles(files)) {
    for await (const placed of recordsIn(file)) {
      const { line, reading } = placed;
      if (reading.kind === 'run') runs.push({ ...reading.run, file, line });
      else left.add(placed);
    }
  }
  return { runs, left: left.counts, unreadable: left.unreadable, mistake: left.mistake };
}

/** Counts records that were left out; of the mistakes in a file the first is named. */
class LeftCounter {
  readonly #counts = new Map<string, { count: number; reason: string }>();
  unreadable = 0;
  mistake: SluiceError | undefined;

  get counts(): ReadonlyMap<string, number> {
    return new Map([...this.#counts.values()].map(({ reason, count }) => [reason, count]));
  }

  add({ file, line, reading }: PlacedReading): void {
    if (reading.kind === 'run') return;
    const { because } = reading;
    if (reading.kind === 'skipped') return this.#count(because, skips[reading.because]);
    this.unreadable += 1;
    const hint = mistakes.get(reading.because);
    const reason = faults[reading.because];
    if (hint === undefined) return this.#count(because, reason);
    const place = line === 0 ? `\`${file}\`` : `line ${line} of \`${file}\``;
    this.mistake ??= new SluiceError('file-unreadable', `${place} ${reason}`, { hint });
    return this.#count(JSON.stringify([file, because]), `${place} ${reason}`);
  }

  #count(key: string, reason: string): void {
    const found = this.#counts.get(key) ?? { count: 0, reason };
    this.#counts.set(key, { ...found, count: found.count + 1 });
  }
}

/** So large a share of the records may be unreadable for the exit code 0. */
const unreadableShareMax = 0.01;

/** True if more could not be read than a figure over the rest may pass over. */
export function isTooMuchUnread(unread: number, read: number): boolean {
  return unread > unreadableShareMax * (unread + read);
}
