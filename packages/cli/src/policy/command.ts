import { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { plainTerminal } from '../show/printable.ts';
import {
  runCheck,
  runExplain,
  runTest,
  type CheckOptions,
  type ExplainOptions,
  type TestOptions,
} from './policy.ts';

/** `sluice policy`: look at a policy before an agent meets it. */
export function policyCommand({ terminal, ...rest }: CommandContext): Command {
  const context = { ...rest, terminal: plainTerminal(terminal) };
  return new Command('policy')
    .description('Check, explain and test a policy')
    .addCommand(checkCommand(context))
    .addCommand(explainCommand(context))
    .addCommand(testCommand(context))
    .addHelpText('after', '\nExample:\n  sluice policy check sluice.yaml');
}

const toolsHelp = 'JSON list of the tools that your agent declares';

function checkCommand({ terminal, exitWith }: CommandContext): Command {
  return new Command('check')
    .description('List the mistakes in a policy, and warn where strangers could raise trust')
    .argument('<file>', 'policy file')
    .option('--tools <file>', toolsHelp)
    .option('--diff <before>', 'instead list the flows that this policy opens against another one')
    .option('--sarif <file>', 'with --diff, also write the flows as SARIF')
    .option('--json', 'print the problems as one line of JSON')
    .addHelpText(
      'after',
      `
With --diff name the earlier policy file, or a revision of git: then the same file is read there.
Exit code 0: no mistake (warnings are none), and with --diff nothing opens. 1: the policy has a
mistake; with --diff it opens a flow, loosens something else, or could not be compared in full.
2: a file, an option or the earlier policy cannot be read.

Examples:
  sluice policy check sluice.yaml --tools tools.json
  sluice policy check sluice.yaml --diff origin/main --sarif sluice.sarif`,
    )
    .action(async (file: string, options: CheckOptions) =>
      exitWith(await runCheck(file, options, terminal)),
    );
}

function explainCommand({ terminal, exitWith }: CommandContext): Command {
  return new Command('explain')
    .description('Show which rule decides a call, and how a result is labelled')
    .argument('<file>', 'policy file')
    .requiredOption('--tool <name>', 'name of the tool')
    .option('--args <json>', 'arguments of the call (default, without --result: none)')
    .option('--label <label>', 'also say what happens to a call with this label')
    .option('--data <label>', 'label of the arguments that are data (default: the same)')
    .option('--result <file>', 'explain the labels of this result of the tool')
    .option('--tools <file>', toolsHelp)
    .option('--json', 'print the explanation as one line of JSON')
    .addHelpText(
      'after',
      `
Examples:
  sluice policy explain sluice.yaml --tool read_mail
  sluice policy explain sluice.yaml --tool send_money --args '{"recipient":"X","amount":5}'
  sluice policy explain sluice.yaml --tool send_money --label top
  sluice policy explain sluice.yaml --tool send_mail --args '{"to":"ann","body":"Hi"}' \\
    --label bottom --data top

A label names each dimension of the policy, as in 'untrusted & everyone'; \`top\` is the highest, and
\`bottom\` the lowest. The last example is about labels per argument (\`staged: true\`): the user chose
the tool and its control arguments, and a stranger wrote what stands in its data.`,
    )
    .action(async (file: string, options: ExplainOptions) =>
      exitWith(await runExplain(file, options, terminal)),
    );
}

function testCommand({ terminal, exitWith }: CommandContext): Command {
  return new Command('test')
    .description('Run the test cases of a policy: those in it, and in NAME.cases.yaml beside it')
    .argument('<file>', 'policy file')
    .option('--cases <file>', 'run the cases of this file instead')
    .option('--tools <file>', toolsHelp)
    .option('--json', 'print the outcomes as one line of JSON')
    .addHelpText(
      'after',
      `
Exit code 1: a case fails.

Example:
  sluice policy test sluice.yaml --cases cases.yaml`,
    )
    .action(async (file: string, options: TestOptions) =>
      exitWith(await runTest(file, options, terminal)),
    );
}
