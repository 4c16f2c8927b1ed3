import { InvalidArgumentError, listed } from 'sluice/parts';
import { type Annotator, annotators } from '../../choosing/call/annotators.ts';
import { whole } from '../numbers.ts';
import type { Suite } from '../suite.ts';
import type { ScreenersOptions } from './measure.ts';

/** `sluice bench propagators`: every propagator on the same recorded calls. */
export const propagatorsSuite: Suite<ScreenersOptions> = {
  name: 'propagators',
  description: 'Compare the propagators and their costs on the same recorded calls',
  typed: (command) =>
    command
      .argument('[paths...]', 'recorded runs of AgentDojo (default: recorded tasks of our own)')
      .option('--propagator <names>', 'run only these (default: all)', namesIn)
      .option('--labels <file>', 'calls that an AI model labelled (default: those that ship)')
      .option(
        '--annotator <name>',
        `whose labels, of those that ship: ${annotators.join(', ')}`,
        annotatorNamed,
        'first',
      )
      .option(
        '--policies <folder>',
        'folder with SUITE.yaml for each suite (default: those that ship)',
      )
      .option('--calls <number>', 'size of the sample (default: all calls)', whole)
      .option('--seed <number>', 'seed of the sample', whole, 1)
      .option('--ledger <file>', 'keep answers in this file, and do not ask again')
      .option('--html <file>', 'write a page with charts to this file'),
  help: `
For AgentDojo's published runs, the truth is the labels of an AI model. For our own tasks, it is
known from which regions each call is made. Local models need
\`sluice models pull smollm2-135m-instruct\`; without it, the default leaves them out and says so.
Answers are kept, so that an interrupted run continues.
Exit code 0: everything was measured; there is no bound.

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

function annotatorNamed(text: string): Annotator {
  const found = annotators.find((name) => name === text);
  if (found !== undefined) return found;
  throw new InvalidArgumentError(`It is one of ${annotators.join(', ')}.`);
}
