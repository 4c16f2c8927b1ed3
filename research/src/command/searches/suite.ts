import { listed } from 'sluice/parts';
import { count, whole } from '../numbers.ts';
import type { Suite } from '../suite.ts';
import type { SearchesOptions } from './measure.ts';

function wholes(text: string): readonly number[] {
  return listed(text).map(whole);
}

/** `sluice bench searches`. */
export const searchesSuite: Suite<SearchesOptions> = {
  name: 'searches',
  description: 'Compare the search for minimal labels with algorithm 1 on the same real scores',
  typed: (command) =>
    command
      .option('--record', 'score with a local model what the table does not have yet, and add it')
      .option('--documents <numbers>', 'with --record: documents of a context', wholes, [6])
      .option('--questions <number>', 'with --record: how many questions', whole, 14)
      .option('--seed <number>', 'with --record: of the questions', whole, 11)
      .option('--table <file>', 'scores of all sub-contexts (default: those that ship)')
      .option('--memory <file>', 'file that keeps scores', '.sluice/labels/searches.jsonl')
      .option('--weights <id>', 'with --record: weights of the model', 'smollm2-135m-instruct')
      .option('--cpu', 'keep off a GPU where there is one')
      .option('--threads <number>', 'threads for the local model', count, 1),
  help: `
Without --record no model runs, and the figures are the same to the digit everywhere.
Exit code 0: the search that ships agrees with algorithm 1, and its default is what this table
chooses.

Examples:
  sluice bench searches --json
  sluice bench searches --record --documents 6,8,10`,
  measure: async (_, options, terminal) => {
    const { measureSearches } = await import('./measure.ts');
    return measureSearches(options, terminal);
  },
};
