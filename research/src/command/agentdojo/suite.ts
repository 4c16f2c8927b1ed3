import { Command, type CommandContext, listed } from 'sluice/parts';
import { count } from '../numbers.ts';
import type { Suite } from '../suite.ts';
import type { AgentDojoBenchOptions } from './measure.ts';

/** `sluice bench agentdojo`. */
export const agentdojoSuite: Suite<AgentDojoBenchOptions> = {
  name: 'agentdojo',
  description: 'The real AgentDojo, its agent pointed at the gateway',
  typed: (command) =>
    command
      .option('--benchmark-version <version>', 'of its tasks: v1.1.2, v1.2.2', 'v1.2.2')
      .option('--defence <names>', 'default: none,redact-all,naive,lineage', listed)
      .option('--person <names>', 'default: skip,truthful,always-yes', listed)
      .option('--reader <variant>', 'the worst-case model: lax, selecting, strict', 'lax')
      .option('--model <name>', 'a real model in its place, with --base-url')
      .option('--base-url <url>', 'where that model is served, with /v1')
      .option('--key-from <variable>', 'environment variable that holds its key', 'OPENAI_API_KEY')
      .option('--attack <name>', 'one of the package’s, or none', 'important_instructions')
      .option('--policies <folder>', 'SUITE.yaml for each suite; default: those shipped')
      .option('--strict', 'the shipped policies whose lists strangers may lengthen are untrusted')
      .option(
        '--answer <ceiling>',
        'open: links too; trusted: nothing of strangers; default: as is',
      )
      .option('--suite <names>', 'only these suites', listed)
      .option('--task <ids>', 'only these user tasks', listed)
      .option('--slice', '97 tasks and 98 attacks in place of all')
      .option('--ledger <file>', 'what is done stands there, and is not done again')
      .option('--retry-errors', 'runs again what ended in an error')
      .option('--workers <number>', 'cases at a time; default: one for each core', count)
      .option('--minutes-max <number>', 'stops, and says how to go on', count)
      .option('--usd-max <number>', 'by the list price of the model', count)
      .option('--questions', 'lists every question of the tasks without an attack'),
  help: `
Defences: none, AgentDojo's own (tool-filter, sandwich, spotlighting, pi-detector), pattern-filter,
confirm-always, refuse-all, and the gateway with naive, redact-all, lineage, lineage-narrow or
oracle; with @sluice/local also with attention, minimal-labels(lambda=0.2) and the like.
Persons: skip (nobody is asked, a violating call is not made), truthful (compares the arguments),
always-yes, always-no.
Exit code 0: the controls that were run hold. Figures of a reader are never a real model's.

Examples:
  sluice bench agentdojo setup
  sluice bench agentdojo --defence none,redact-all --slice
  sluice bench agentdojo --defence lineage --reader strict --questions --json`,
  measure: async (paths, options, terminal) => {
    const { measureAgentDojo } = await import('./measure.ts');
    return measureAgentDojo(paths, options, terminal);
  },
};

/** `sluice bench agentdojo setup`. */
export function setUpCommand({ terminal, exitWith }: CommandContext): Command {
  return new Command('setup')
    .description('Install the pinned AgentDojo in a Python environment of its own')
    .option('--python <program>', 'the Python to make it with')
    .addHelpText('after', '\nExample:\n  sluice bench agentdojo setup --python python3.12')
    .action(async (options: { readonly python?: string }) => {
      const { setUpAgentDojo } = await import('../../agentdojo/set-up.ts');
      await setUpAgentDojo({ ...options, onLine: (line) => terminal.print(line) });
      exitWith(0);
    });
}
