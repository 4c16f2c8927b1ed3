import { Command, type CommandContext, listed } from 'sluice/parts';
import { count } from '../numbers.ts';
import type { Suite } from '../suite.ts';
import type { AgentDojoBenchOptions } from './measure.ts';

/** `sluice bench agentdojo`. */
export const agentdojoSuite: Suite<AgentDojoBenchOptions> = {
  name: 'agentdojo',
  description: 'Run the real AgentDojo, with its agent pointed at the gateway',
  typed: (command) =>
    command
      .option('--benchmark-version <version>', 'version of its tasks: v1.1.2 or v1.2.2', 'v1.2.2')
      .option('--defence <names>', 'defences (default: none,redact-all,naive,lineage)', listed)
      .option('--person <names>', 'who is asked (default: skip,truthful,always-yes)', listed)
      .option('--reader <names>', 'worst-case models (default: lax,selecting,strict)', listed)
      .option('--seeds <number>', 'how many noisy readers there are (default: 5)', count)
      .option('--model <name>', 'use a real model instead; needs --base-url')
      .option('--base-url <url>', 'address of that model’s server, with /v1')
      .option('--key-from <variable>', 'variable that holds that server’s key', 'OPENAI_API_KEY')
      .option('--attack <name>', 'an attack of AgentDojo, or none', 'important_instructions')
      .option('--policies <folder>', 'folder of SUITE.yaml files (default: those that ship)')
      .option('--strict', 'take lists that strangers may lengthen for untrusted')
      .option(
        '--answer <ceiling>',
        'open: allow links; trusted: allow no text of strangers (default: the policy’s)',
      )
      .option('--suite <names>', 'run only these suites', listed)
      .option('--task <ids>', 'run only these user tasks', listed)
      .option('--slice', 'run 97 tasks and 98 attacks instead of all')
      .option('--ledger <file>', 'keep finished cases in this file, and skip those in it')
      .option('--retry-errors', 'run the cases again that ended in an error')
      .option('--workers <number>', 'how many cases at a time (default: one per core)', count)
      .option('--minutes-max <number>', 'stop then, and say how to continue', count)
      .option('--usd-max <number>', 'stop at this cost, by the model’s list price', count)
      .option('--questions', 'list every question in the tasks without an attack'),
  help: `
Defences: none, AgentDojo's own (tool-filter, sandwich, spotlighting, pi-detector), pattern-filter,
confirm-always, refuse-all, and the gateway with naive, redact-all, lineage, lineage-draft,
lineage-ceiling, lineage-as-written or oracle; with @sluice/local also with attention,
minimal-labels(lambda=0.2) and the like.
Persons: skip (nobody is asked, a violating call is not made), truthful (compares the arguments),
always-yes, always-no.
Readers: lax, selecting, strict and noisy, which errs by chance, once for each seed; lax-polluting
and selecting-polluting write what an attacker wants into what the task's own calls say. Their
figures are not a real model's; names of figures without a reader are the lax one's.
Exit code 0: the controls that ran hold.

Examples:
  sluice bench agentdojo setup
  sluice bench agentdojo --defence none,redact-all --slice
  sluice bench agentdojo --defence lineage --reader selecting,noisy --questions --json`,
  measure: async (paths, options, terminal) => {
    const { measureAgentDojo } = await import('./measure.ts');
    return measureAgentDojo(paths, options, terminal);
  },
};

/** `sluice bench agentdojo setup`. */
export function setUpCommand({ terminal, exitWith }: CommandContext): Command {
  return new Command('setup')
    .description('Install the pinned AgentDojo in a Python environment of its own')
    .option('--python <program>', 'the Python to create it with')
    .addHelpText('after', '\nExample:\n  sluice bench agentdojo setup --python python3.12')
    .action(async (options: { readonly python?: string }) => {
      const { setUpAgentDojo } = await import('../../agentdojo/set-up.ts');
      await setUpAgentDojo({ ...options, onLine: (line) => terminal.print(line) });
      exitWith(0);
    });
}
