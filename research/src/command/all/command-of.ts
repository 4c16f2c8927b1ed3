import { quotedWords } from '../typed-command.ts';
import type { SuiteEntry } from './suite-entry.ts';

/** What to type to run a suite alone; its result says the same. */
export function commandOf({ argv }: Pick<SuiteEntry, 'argv'>): string {
  return quotedWords(['sluice', 'bench', ...argv]);
}
