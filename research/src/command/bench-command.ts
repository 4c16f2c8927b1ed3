import { Command, type CommandContext, InvalidArgumentError, listed } from 'sluice/parts';
import type { AgentDojoBenchOptions } from './agentdojo/measure.ts';
import type { AgentSecBenchOptions } from './agentsec/measure.ts';
import type { AttackBenchOptions } from './attacks/measure.ts';
import { keptFor } from './keep-result.ts';
import type { LabelBenchOptions } from './labels/measure.ts';
import type { PrivacyBenchOptions } from './privacy/measure.ts';
import { benchAllCommand } from './all-command.ts';
import { benchCompareCommand, benchReportCommand } from './report-command.ts';
import { benchScreenerCommand } from './screener/suite.ts';
import { benchScreenersCommand } from './choosing/suite.ts';

/** `sluice bench`: defences compared on the same cases, closed loop. */
export function benchCommand(context: CommandContext): Command {
  return new Command('bench')
    .description('Compare defences on the same tasks and attacks, closed loop')
    .addCommand(agentdojoCommand(context))
    .addCommand(attacksCommand(context))
    .addCommand(labelsCommand(context))
    .addCommand(privacyCommand(context))
    .addCommand(agentsecCommand(context))
    .addCommand(benchScreenerCommand(context))
    .addCommand(benchScreenersCommand(context))
    .addCommand(benchAllCommand(context))
    .addCommand(benchReportCommand(context))
    .addCommand(benchCompareCommand(context))
    .addHelpText('after', '\nExample:\n  sluice bench attacks');
}

function agentdojoCommand(context: CommandContext): Command {
  const { terminal, exitWith } = context;
  return new Command('agentdojo')
    .description('The real AgentDojo, its agent pointed at the gateway')
    .addCommand(setUpCommand(context))
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
    .option('--answer <ceiling>', 'open: links too; trusted: nothing of strangers; default: as is')
    .option('--suite <names>', 'only these suites', listed)
    .option('--task <ids>', 'only these user tasks', listed)
    .option('--slice', '97 tasks and 98 attacks in place of all')
    .option('--ledger <file>', 'what is done stands there, and is not done again')
    .option('--retry-errors', 'runs again what ended in an error')
    .option('--workers <number>', 'cases at a time; default: one for each core', count)
    .option('--minutes-max <number>', 'stops, and says how to go on', count)
    .option('--usd-max <number>', 'by the list price of the model', count)
    .option('--questions', 'lists every question of the tasks without an attack')
    .option('--json', 'end with one line of JSON that holds the figures')
    .addHelpText('after', agentdojoHelp)
    .action(async (options: AgentDojoBenchOptions, command: Command) => {
      const keep = keptFor(command);
      const { runAgentDojoBench } = await import('./agentdojo/measure.ts');
      exitWith(await runAgentDojoBench(options, terminal, keep));
    });
}

const agentdojoHelp = `
Defences: none, AgentDojo's own (tool-filter, sandwich, spotlighting, pi-detector), pattern-filter,
confirm-always, refuse-all, and the gateway with naive, redact-all, lineage, lineage-narrow or
oracle; with @sluice/local also with attention, minimal-labels(lambda=0.2) and the like.
Persons: skip (nobody is asked, a violating call is not made), truthful (compares the arguments),
always-yes, always-no.
Exit code 0: the controls that were run hold. Figures of a reader are never a real model's.

Examples:
  sluice bench agentdojo setup
  sluice bench agentdojo --defence none,redact-all --slice
  sluice bench agentdojo --defence lineage --reader strict --questions --json`;

function setUpCommand({ terminal, exitWith }: CommandContext): Command {
  return new Command('setup')
    .description('Install the pinned AgentDojo in a Python environment of its own')
    .option('--python <program>', 'the Python to make it with')
    .addHelpText('after', '\nExample:\n  sluice bench agentdojo setup --python python3.12')
    .action(async (options: { readonly python?: string }) => {
      const { setUpAgentDojo } = await import('../agentdojo/set-up.ts');
      await setUpAgentDojo({ ...options, onLine: (line) => terminal.print(line) });
      exitWith(0);
    });
}

function attacksCommand({ terminal, exitWith }: CommandContext): Command {
  return new Command('attacks')
    .description('Our own attackers against a defence')
    .option('--in <environment>', 'demo, or agentdojo (its slice)', 'demo')
    .option('--defence <names>', 'default: naive,redact-all,lineage', listed)
    .option('--attacker <names>', 'only these', listed)
    .option('--ledger <file>', 'what is done stands there, and is not done again')
    .option('--retry-errors', 'runs again what ended in an error')
    .option('--workers <number>', 'cases at a time; default: one for each core', count)
    .option('--json', 'end with one line of JSON that holds the figures')
    .addHelpText('after', attacksHelp)
    .action(async (options: AttackBenchOptions, command: Command) => {
      const keep = keptFor(command);
      const { runAttackBench } = await import('./attacks/measure.ts');
      exitWith(await runAttackBench(options, terminal, keep));
    });
}

const attacksHelp = `
Each attacker is tried without a defence first: one that gets nothing there proves nothing. Those
that stop a task, or make something told apart from outside, are reported beside the others: labels
promise nothing there.
Exit code 0: no attacker got what it wanted under any of the defences, and in the demo's world each
did without one.

Example:
  sluice bench attacks --defence lineage --attacker split-in-2,answer-image`;

function labelsCommand({ terminal, exitWith }: CommandContext): Command {
  return new Command('labels')
    .description('Minimal labels on a local model, beside what the paper found')
    .requiredOption('--dataset <name>', 'kv, news or agent')
    .option('--quick', 'a slice, in minutes')
    .option('--html <file>', 'a page with the grids; its data beside it, as .json')
    .option('--memory <file>', 'scores are kept there; default: .sluice/labels/DATASET.jsonl')
    .option('--weights <id>', 'as in `sluice models list`', 'smollm2-135m-instruct')
    .option('--threads <number>', 'of the processor', count, 1)
    .option('--json', 'end with one line of JSON that holds the figures')
    .addHelpText('after', labelsHelp)
    .action(async (options: LabelBenchOptions, command: Command) => {
      const keep = keptFor(command);
      const { runLabelBench } = await import('./labels/measure.ts');
      exitWith(await runLabelBench(options, terminal, keep));
    });
}

const labelsHelp = `
What was scored is kept, so a run that was stopped goes on, and one that is repeated only computes.
Exit code 0: the figures are within the bounds that are printed with them. These are for the whole
data set: --quick is held to none.

Examples:
  sluice models pull smollm2-135m-instruct
  sluice bench labels --dataset agent --quick
  sluice bench labels --dataset kv --html labels-kv.html --json`;

function privacyCommand({ terminal, exitWith }: CommandContext): Command {
  return new Command('privacy')
    .description('What is asked about and what goes out unasked, on tasks with private data')
    .option('--model <name>', 'worst-case, local, or one that is served', 'worst-case')
    .option('--base-url <url>', 'where that model is served, with /v1')
    .option('--key-from <variable>', 'environment variable that holds its key', 'OPENAI_API_KEY')
    .option(
      '--propagator <names>',
      'defences and propagators; default: all without weights',
      listed,
    )
    .option('--no-generated', 'the 37 tasks alone')
    .option('--ledger <file>', 'what is done stands there, and is not done again')
    .option('--json', 'end with one line of JSON that holds the figures')
    .addHelpText('after', privacyHelp)
    .action(async (options: PrivacyBenchOptions, command: Command) => {
      const keep = keptFor(command);
      const { runPrivacySuite } = await import('./privacy/measure.ts');
      exitWith(await runPrivacySuite(options, terminal, keep));
    });
}

const privacyHelp = `
Names: none, confirm-never, confirm-always, naive, judge, judge-random, introspection,
multi-execution, lineage-shipped, oracle; lineage with rules (fields, sums, days, mentions,
everything, exact); any propagator; checked:NAME. On weights: attention, minimal-labels, knn-lm,
judge:local, introspection(model=smollm2-135m-instruct); what they answer is kept, and a run that
was stopped goes on. Late answers count as everything, are shown, and fail the command.
Exit code 0: the bounds and controls of what was run hold. Figures of a reader are never a real
model's.

Examples:
  sluice bench privacy
  sluice bench privacy --propagator attention,minimal-labels --json`;

function agentsecCommand({ terminal, exitWith }: CommandContext): Command {
  return new Command('agentsec')
    .description('The three games of AgentSecBench: six defences, and Sluice')
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
    .option('--memory <file>', 'what the model said; default: .sluice/agentsec/WEIGHTS.jsonl')
    .option('--json', 'end with one line of JSON that holds the figures')
    .addHelpText('after', agentsecHelp)
    .action(async (options: AgentSecBenchOptions, command: Command) => {
      const keep = keptFor(command);
      const { runAgentSecBench } = await import('./agentsec/measure.ts');
      exitWith(await runAgentSecBench(options, terminal, keep));
    });
}

const sluices = ['naive', 'redact-all', 'lineage', 'target', 'oracle'];

const agentsecHelp = `
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
  sluice bench agentsec --suite encoded --json`;

function count(text: string): number {
  const number = Number(text);
  if (text !== '' && Number.isFinite(number) && number > 0) return number;
  throw new InvalidArgumentError('It is a number above 0.');
}
