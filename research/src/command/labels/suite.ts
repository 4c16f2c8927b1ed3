import { InvalidArgumentError, listed } from 'sluice/parts';
import { type PruningRow, pruningRows } from '../../labels/find/grids.ts';
import type { Suite } from '../suite.ts';
import type { LabelBenchOptions } from './measure.ts';
import { count, whole } from '../numbers.ts';

function prunings(text: string): readonly PruningRow[] {
  return listed(text).map((name) => {
    const found = pruningRows.find((row) => row === name);
    if (found === undefined) throw new InvalidArgumentError(`It is ${pruningRows.join(' or ')}.`);
    return found;
  });
}

/** `sluice bench labels`. */
export const labelsSuite: Suite<LabelBenchOptions> = {
  name: 'labels',
  description: 'Search minimal labels with a local model, and compare with the paper',
  typed: (command) =>
    command
      .requiredOption('--dataset <name>', 'data set: kv, news or agent')
      .option('--quick', 'run only a slice, which takes minutes')
      .option('--shipped', 'run only the settings that ship, and naive')
      .option('--seed <number>', 'of the data (default: the published one)', whole)
      .option('--html <file>', 'write a page with the grids, and its data beside it as .json')
      .option(
        '--memory <file>',
        'file that keeps the scores (default: .sluice/labels/DATASET.jsonl)',
      )
      .option(
        '--weights <id>',
        'weights of the local model: an id from `sluice models list`, or a GGUF file',
        'smollm2-135m-instruct',
      )
      .option('--prune <names>', 'rows of the powerset with other prunings', prunings, pruningRows)
      .option('--cpu', 'keep off a GPU where there is one')
      .option('--threads <number>', 'threads for the local model', count, 1),
  help: `
Scores are kept: an interrupted run continues, and a repeated one scores nothing again.
Exit code 0: the figures are within the bounds that are printed with them. The bounds are for the
whole data set: with --quick there are none.

Examples:
  sluice models pull smollm2-135m-instruct
  sluice bench labels --dataset agent --quick
  sluice bench labels --dataset kv --html labels-kv.html --json`,
  measure: async (paths, options, terminal) => {
    const { measureLabels } = await import('./measure.ts');
    return measureLabels(paths, options, terminal);
  },
};
