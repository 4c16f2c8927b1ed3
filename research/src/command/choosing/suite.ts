import { Command, type CommandContext, listed } from 'sluice/parts';
import { keptFor } from '../keep-result.ts';
import type { ScreenersOptions } from './measure.ts';
import { whole } from '../recorded-runs.ts';

/** `sluice bench screeners`: every propagator on the same recorded calls. */
export function benchScreenersCommand({ terminal, exitWith }: CommandContext): Command {
  return new Command('screeners')
    .description('Which propagator to take: each on the same recorded calls, and what it costs')
    .argument('[paths...]', 'recorded runs of AgentDojo; default: recorded tasks of our own')
    .option('--propagator <names>', 'only these; default: all', namesIn)
    .option('--labels <file>', 'calls that an AI model labelled; default: those shipped')
    .option('--policies <folder>', 'SUITE.yaml for each suite; default: those shipped')
    .option('--calls <number>', 'a sample of so many calls; default: all', whole)
    .option('--seed <number>', 'of the sample', whole, 1)
    .option('--ledger <file>', 'what was asked stands there, and is not asked again')
    .option('--html <file>', 'writes a page with charts there')
    .option('--json', 'end with one line of JSON that holds the figures')
    .addHelpText('after', help)
    .action(async (paths: readonly string[], options: ScreenersOptions, own: Command) => {
      const keep = keptFor(own);
      const { runScreenersBench } = await import('./measure.ts');
      exitWith(await runScreenersBench(paths, options, { terminal, keep }));
    });
}

/** Names with commas between them; `cheapest-first:` takes all that follows. */
function namesIn(text: string, before: readonly string[] = []): readonly string[] {
  const [, first = text, last] = /^(.*,|)(\s*cheapest-first:.*)$/s.exec(text) ?? [];
  const names = first === '' ? [] : listed(first.replace(/,$/, ''));
  return [...before, ...names, ...(last === undefined ? [] : [last.trim()])];
}

const help = `
With AgentDojo's published runs, the truth is what an AI model labelled; without, what calls of
our own tasks are made from. Local models need \`sluice models pull smollm2-135m-instruct\`;
without it, the default leaves them out and says so. Answers are kept: what was stopped goes on.
Exit code 0: all was measured; there is no bound.

Examples:
  sluice bench screeners --propagator lineage,lineage+attention
  sluice bench screeners runs/ --calls 60 --html screeners.html --json`;
