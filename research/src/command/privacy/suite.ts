import type { Suite } from '../suite.ts';
import type { PrivacyBenchOptions } from './measure.ts';
import { listed } from 'sluice/parts';

/** `sluice bench privacy`. */
export const privacySuite: Suite<PrivacyBenchOptions> = {
  name: 'privacy',
  description: 'What is asked about and what goes out unasked, on tasks with private data',
  typed: (command) =>
    command
      .option('--model <name>', 'worst-case, local, or one that is served', 'worst-case')
      .option('--base-url <url>', 'where that model is served, with /v1')
      .option('--key-from <variable>', 'environment variable that holds its key', 'OPENAI_API_KEY')
      .option(
        '--propagator <names>',
        'defences and propagators; default: all without weights',
        listed,
      )
      .option('--no-generated', 'the 37 tasks alone')
      .option('--ledger <file>', 'what is done stands there, and is not done again'),
  help: `
Names: none, confirm-never, confirm-always, naive, judge, judge-random, introspection,
multi-execution, lineage-shipped, oracle; lineage with rules (fields, sums, days, mentions,
everything, exact); any propagator; checked:NAME. On weights: attention, minimal-labels, knn-lm,
judge:local, introspection(model=smollm2-135m-instruct); what they answer is kept, and a run that
was stopped goes on. Late answers count as everything, are shown, and fail the command.
Exit code 0: the bounds and controls of what was run hold. Figures of a reader are never a real
model's.

Examples:
  sluice bench privacy
  sluice bench privacy --propagator attention,minimal-labels --json`,
  measure: async (paths, options, terminal) => {
    const { measurePrivacy } = await import('./measure.ts');
    return measurePrivacy(paths, options, terminal);
  },
};
