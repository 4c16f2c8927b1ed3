import type { Suite } from '../suite.ts';
import type { AgentSecBenchOptions } from './measure.ts';
import { count } from '../numbers.ts';
import { listed } from 'sluice/parts';

const sluices = ['naive', 'redact-all', 'lineage', 'target', 'oracle'];

/** `sluice bench agentsec`. */
export const agentsecSuite: Suite<AgentSecBenchOptions> = {
  name: 'agentsec',
  description: 'Run the three games of AgentSecBench on six defences and on Sluice',
  typed: (command) =>
    command
      .option(
        '--model <name>',
        'model under attack: worst-case, noisy, local, or both',
        'worst-case',
      )
      .option('--suite <name>', 'games, or another suite that is named below', 'games')
      .option('--pairs <number>', 'pairs of each game (default: 738 for a reader, 8 local)', count)
      .option('--reader-seed <number>', 'seed of the noisy reader', count, 1)
      .option('--propagator <names>', 'propagators of Sluice to run', listed, sluices)
      .option('--defence-url <url>', 'a defence of your own, which answers POST with a context')
      .option('--background <file>', 'plain e-mails: each observation contains one')
      .option('--injections <file>', 'injections for the adversary, in the format of PromptShield')
      .option(
        '--distinguish <by>',
        'scorer: a local model tells paraphrases apart too (suite secrets)',
      )
      .option('--temperature <number>', 'temperature of the local model (default: greedy)', count)
      .option('--repeats <number>', 'how many seeds, with --temperature', count, 1)
      .option(
        '--weights <id>',
        'weights of the local model, from `sluice models list`',
        'smollm2-135m-instruct',
      )
      .option('--threads <number>', 'threads for the local model', count, 1)
      .option(
        '--memory <file>',
        'file that keeps its answers (default: .sluice/agentsec/WEIGHTS.jsonl)',
      ),
  help: `
Suites: games, mixed, encoded, split, turns, steps, ranking, secrets.
Sluice's propagators: naive, redact-all, lineage, target, oracle; with weights also attention,
minimal-labels, knn-lm, introspection, judge:local.
With the worst-case reader 400 pairs take a second, with a model 8 pairs take minutes: see --pairs.
Figures of the worst-case reader are not those of a real model. Answers of a model are kept, so that
an interrupted run continues.
Exit code 0: the figures are within the bounds that are printed with them.

Examples:
  sluice bench agentsec
  sluice bench agentsec --model both --pairs 8
  sluice bench agentsec --propagator attention,minimal-labels --pairs 8
  sluice bench agentsec --suite secrets --distinguish scorer
  sluice bench agentsec --suite encoded --json`,
  measure: async (paths, options, terminal) => {
    const { measureAgentSec } = await import('./measure.ts');
    return measureAgentSec(paths, options, terminal);
  },
};
