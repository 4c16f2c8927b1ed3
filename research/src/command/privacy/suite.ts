import type { Suite } from '../suite.ts';
import type { PrivacyBenchOptions } from './measure.ts';
import { listed } from 'sluice/parts';

/** `sluice bench privacy`. */
export const privacySuite: Suite<PrivacyBenchOptions> = {
  name: 'privacy',
  description: 'Measure what is asked about, and what leaves unasked, in tasks with private data',
  typed: (command) =>
    command
      .option('--model <name>', 'worst-case, local, or the name of a served model', 'worst-case')
      .option('--base-url <url>', 'address of that model’s server, with /v1')
      .option(
        '--key-from <variable>',
        'environment variable that holds that server’s key',
        'OPENAI_API_KEY',
      )
      .option(
        '--propagator <names>',
        'defences and propagators (default: all that need no weights)',
        listed,
      )
      .option('--no-generated', 'run only the 37 tasks, without those that are drawn')
      .option('--retail <file>', 'tau-bench’s retail suite as JSON (default: $SLUICE_RETAIL)')
      .option('--ledger <file>', 'keep finished cases in this file, and skip those in it'),
  help: `
Names: none, confirm-never, confirm-always, naive, judge, judge-random, introspection,
multi-execution, lineage-draft, lineage-as-written, oracle; lineage with rules (fields, sums,
days, mentions, everything, exact); any propagator; checked:NAME, gateway:NAME. With weights:
attention, minimal-labels, knn-lm, judge:local, introspection(model=smollm2-135m-instruct); their
answers are kept, so that an interrupted run continues. An answer that comes too late counts as
every region, is shown, and fails the command.
Exit code 0: the bounds and controls of all that ran hold. Figures of the worst-case model are not
those of a real one.

Examples:
  sluice bench privacy
  sluice bench privacy --propagator attention,minimal-labels --json`,
  measure: async (paths, options, terminal) => {
    const { measurePrivacy } = await import('./measure.ts');
    return measurePrivacy(paths, options, terminal);
  },
};
