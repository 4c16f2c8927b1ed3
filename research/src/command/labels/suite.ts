import type { Suite } from '../suite.ts';
import type { LabelBenchOptions } from './measure.ts';
import { count } from '../numbers.ts';

/** `sluice bench labels`. */
export const labelsSuite: Suite<LabelBenchOptions> = {
  name: 'labels',
  description: 'Minimal labels on a local model, beside what the paper found',
  typed: (command) =>
    command
      .requiredOption('--dataset <name>', 'kv, news or agent')
      .option('--quick', 'a slice, in minutes')
      .option('--html <file>', 'a page with the grids; its data beside it, as .json')
      .option('--memory <file>', 'scores are kept there; default: .sluice/labels/DATASET.jsonl')
      .option('--weights <id>', 'as in `sluice models list`', 'smollm2-135m-instruct')
      .option('--threads <number>', 'of the processor', count, 1),
  help: `
What was scored is kept, so a run that was stopped goes on, and one that is repeated only computes.
Exit code 0: the figures are within the bounds that are printed with them. These are for the whole
data set: --quick is held to none.

Examples:
  sluice models pull smollm2-135m-instruct
  sluice bench labels --dataset agent --quick
  sluice bench labels --dataset kv --html labels-kv.html --json`,
  measure: async (paths, options, terminal) => {
    const { measureLabels } = await import('./measure.ts');
    return measureLabels(paths, options, terminal);
  },
};
