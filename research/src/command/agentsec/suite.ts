import type { Suite } from '../suite.ts';
import type { AgentSecBenchOptions } from './measure.ts';
import { count } from '../numbers.ts';
import { listed } from 'sluice/parts';

const sluices = ['naive', 'redact-all', 'lineage', 'target', 'oracle'];

/** `sluice bench agentsec`. */
export const agentsecSuite: Suite<AgentSecBenchOptions> = {
  name: 'agentsec',
  description: 'The three games of AgentSecBench: six defences, and Sluice',
  typed: (command) =>
    command
      .option('--model <name>', 'worst-case, local or both', 'worst-case')
      .option('--suite <name>', 'the games, or what the paper leaves open', 'games')
      .option('--pairs <number>', 'of each game; default: 738 worst-case, 8 local', count)
      .option('--propagator <names>', 'Sluice’s; any of its names', listed, sluices)
      .option('--defence-url <url>', 'a defence of your own: answers POST with a context')
      .option('--background <file>', 'plain e-mails, one of which stands in each observation')
      .option('--injections <file>', 'in the format of PromptShield, said by the adversary too')
      .option('--distinguish <by>', 'scorer: a local model tells paraphrases too (suite secrets)')
      .option('--temperature <number>', 'of the local model; default: greedy', count)
      .option('--repeats <number>', 'with a temperature: how many seeds', count, 1)
      .option('--weights <id>', 'as in `sluice models list`', 'smollm2-135m-instruct')
      .option('--threads <number>', 'of the processor', count, 1)
      .option('--memory <file>', 'what the model said; default: .sluice/agentsec/WEIGHTS.jsonl'),
  help: `
Suites: games, mixed, encoded, split, turns, steps, ranking, secrets.
Sluice's propagators: naive, redact-all, lineage, target, oracle; with weights also attention,
minimal-labels, knn-lm, introspection, judge:local. A suite takes a second for each 400 pairs with
the reader, and minutes for each 8 with a model: give --pairs.
Figures of the worst-case reader are never a real model's. What a model said is kept, so a run that
was stopped goes on.
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
