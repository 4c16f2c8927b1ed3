import { listed } from 'sluice/parts';
import { whole } from '../numbers.ts';
import type { Suite } from '../suite.ts';
import type { ScreenersOptions } from './measure.ts';

/** `sluice bench propagators`: every propagator on the same recorded calls. */
export const propagatorsSuite: Suite<ScreenersOptions> = {
  name: 'propagators',
  description: 'Which propagator to take: each on the same recorded calls, and what it costs',
  typed: (command) =>
    command
      .argument('[paths...]', 'recorded runs of AgentDojo; default: recorded tasks of our own')
      .option('--propagator <names>', 'only these; default: all', namesIn)
      .option('--labels <file>', 'calls that an AI model labelled; default: those shipped')
      .option('--policies <folder>', 'SUITE.yaml for each suite; default: those shipped')
      .option('--calls <number>', 'a sample of so many calls; default: all', whole)
      .option('--seed <number>', 'of the sample', whole, 1)
      .option('--ledger <file>', 'what was asked stands there, and is not asked again')
      .option('--html <file>', 'writes a page with charts there'),
  help: `
With AgentDojo's published runs, the truth is what an AI model labelled; without, what calls of
our own tasks are made from. Local models need \`sluice models pull smollm2-135m-instruct\`;
without it, the default leaves them out and says so. Answers are kept: what was stopped goes on.
Exit code 0: all was measured; there is no bound.

Examples:
  sluice bench propagators --propagator lineage,lineage+attention
  sluice bench propagators runs/ --calls 60 --html propagators.html --json`,
  measure: async (paths, options, terminal) => {
    const { measurePropagators } = await import('./measure.ts');
    return measurePropagators(paths, options, terminal);
  },
};

/** Names with commas between them; `cheapest-first:` takes all that follows. */
function namesIn(text: string, before: readonly string[] = []): readonly string[] {
  const [, first = text, last] = /^(.*,|)(\s*cheapest-first:.*)$/s.exec(text) ?? [];
  const names = first === '' ? [] : listed(first.replace(/,$/, ''));
  return [...before, ...names, ...(last === undefined ? [] : [last.trim()])];
}
