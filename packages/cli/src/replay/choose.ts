import { SluiceError } from '@sluice/core';
import { printable } from '../show/printable.ts';
import { formats, type Records } from './read/read-files.ts';
import type { RecordedRun } from './read/record.ts';

/** Which runs are wanted, of which files. */
export interface Choice {
  readonly files: readonly string[];
  readonly suite?: string;
  readonly attack?: string;
}

/**
 * The runs that are wanted. Benign runs stay whatever the attack: they show what the same policy
 * would interrupt. Throws `file-unreadable` where nothing was read, or nothing has such a name.
 */
export function chosen({ runs, left }: Records, { files, suite, attack }: Choice): Records {
  if (runs.length === 0) throw nothingRead(files, left);
  const ofSuite = named(runs, { option: '--suite', name: suite, of: (run) => run.suite });
  const attacks = named(ofSuite, { option: '--attack', name: attack, of: attackOf });
  if (attack === undefined) return { runs: ofSuite, left };
  const wanted = new Set(attacks);
  return { runs: ofSuite.filter((run) => run.attack === undefined || wanted.has(run)), left };
}

/** The run of this number. Throws `file-unreadable` where there are not so many. */
export function runAt(runs: readonly RecordedRun[], number: number): RecordedRun {
  const run = runs[number - 1];
  if (run !== undefined) return run;
  throw new SluiceError('file-unreadable', `there is no run \`${number}\``, {
    hint: `choose one from 1 to ${runs.length}; \`--suite\` and \`--attack\` narrow the count`,
  });
}

function attackOf({ attack }: RecordedRun): string | undefined {
  return attack?.name;
}

interface Name {
  readonly option: ChoiceOption;
  readonly name: string | undefined;
  readonly of: (run: RecordedRun) => string | undefined;
}

/** The runs of this name; all where none was given. */
function named(runs: readonly RecordedRun[], { option, name, of }: Name): readonly RecordedRun[] {
  if (name === undefined) return runs;
  const found = runs.filter((run) => of(run) === name);
  if (found.length > 0) return found;
  const known = new Set(runs.map(of).filter((one) => one !== undefined));
  throw noneNamed(option, name, known);
}

/** The options that choose runs. */
export type ChoiceOption = '--suite' | '--attack' | '--model';

/** No run has this name: says which names there are. */
export function noneNamed(
  option: ChoiceOption,
  name: string,
  known: ReadonlySet<string>,
): SluiceError {
  const names = [...known].toSorted().map((one) => `\`${printable(one)}\``);
  const hint =
    names.length === 0
      ? `none of these runs has one: leave \`${option}\` out`
      : `choose one of ${names.join(', ')}`;
  const message = `there is no run of ${option.slice(2)} \`${name}\``;
  return new SluiceError('file-unreadable', message, { hint });
}

function nothingRead(files: readonly string[], left: Records['left']): SluiceError {
  if (left.size === 0) {
    const names = files.map((file) => `\`${file}\``).join(', ');
    const message = `${names} ${files.length === 1 ? 'contains' : 'contain'} no runs`;
    return new SluiceError('file-unreadable', message, { hint: formats });
  }
  const counts = [...left].map(([because, count]) => `${count} × ${because}`).join('; ');
  const all = [...left.values()].reduce((sum, count) => sum + count, 0);
  const message = `no run is left: all ${all} were left out (${counts})`;
  const hint = 'name runs of user tasks that came to an end';
  return new SluiceError('file-unreadable', message, { hint });
}
