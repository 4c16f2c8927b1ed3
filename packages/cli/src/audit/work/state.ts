import { appendFileSync, existsSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { SluiceError } from '@sluice/core';
import { fieldsOf } from '../../json.ts';
import { linesOf, recordCharactersMax } from '../../replay/read/lines.ts';
import type { RecordFile } from '../../replay/read/records.ts';
import type { RecordLocation, RunOutcome } from '../count/outcome.ts';

/** The outcomes that an audit kept before it was broken off. */
export interface State {
  readonly isDone: (place: RecordLocation) => boolean;
  readonly save: (outcomes: readonly RunOutcome[]) => void;
}

/** Everything that outcomes depend on: a hash of settings and policies, and the records. */
export interface StateOf {
  readonly key: string;
  readonly files: readonly RecordFile[];
}

const nothing: State = { isDone: () => false, save: () => {} };

/**
 * Keeps outcomes in a file, a line each, so that an audit can go on where it was broken off; hands
 * over those that are there already. The file holds for the same settings, policies and records
 * alone: throws `file-unreadable` otherwise.
 */
export async function stateIn(
  file: string | undefined,
  of: StateOf,
  keep: (outcome: RunOutcome) => void,
): Promise<State> {
  if (file === undefined) return nothing;
  const head = JSON.stringify({ audit: 3, of });
  if (!existsSync(file)) writeFileSync(file, `${head}\n`);
  const places = new Set<string>();
  let bytes = 0;
  for await (const text of linesIn(file)) {
    if (bytes === 0 && text !== head) throw ofAnother(file);
    const outcome = bytes === 0 ? undefined : outcomeIn(text);
    // The last line may be half a line, where the audit broke off: its run is done again.
    if (bytes > 0 && outcome === undefined) break;
    if (outcome !== undefined) {
      places.add(keyOf(outcome));
      keep(outcome);
    }
    bytes += Buffer.byteLength(text) + 1;
  }
  if (bytes === 0) writeFileSync(file, `${head}\n`);
  else if (bytes > statSync(file).size) appendFileSync(file, '\n');
  else truncateSync(file, bytes);
  return {
    isDone: (place) => places.has(keyOf(place)),
    save: (outcomes) => {
      appendFileSync(file, outcomes.map((one) => `${JSON.stringify(one)}\n`).join(''));
    },
  };
}

async function* linesIn(file: string): AsyncGenerator<string> {
  const options = { charactersMax: recordCharactersMax, onBytes: undefined };
  for await (const line of linesOf(file, options)) {
    if (line.kind === 'fault') throw ofAnother(file);
    yield line.text;
  }
}

function ofAnother(file: string): SluiceError {
  return new SluiceError('file-unreadable', `\`${file}\` belongs to another audit`, {
    hint: 'records, policies or options have changed: delete it, or name another file',
  });
}

function outcomeIn(line: string): RunOutcome | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isOutcome(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The file is our own: it is enough to know half a line from a whole one. */
function isOutcome(value: unknown): value is RunOutcome {
  const { file, line, suite, results } = fieldsOf(value);
  const isPlaced = typeof file === 'string' && typeof line === 'number';
  return isPlaced && typeof suite === 'string' && Array.isArray(results);
}

function keyOf({ file, line }: RecordLocation): string {
  return `${line}\n${file}`;
}
