import { Command } from 'commander';
import {
  runCheck,
  runExplain,
  runTest,
  type CheckOptions,
  type ExplainOptions,
  type TestOptions,
} from './policy.ts';
import type { CommandContext } from '../command-context.ts';

/** `sluice policy`: look at a policy before an agent meets it. */
export function policyCommand({ terminal, exitWith }: CommandContext): Command {
  const policy = new Command('policy')
    .description('Check, explain and test a policy')
    .addHelpText('after', '\nExample:\n  sluice policy check sluice.yaml');
  const toolsHelp = 'JSON list of the tools that will be declared';
  policy
    .command('check')
    .description('List every mistake in a policy, and warn where strangers could raise trust')
    .argument('<file>', 'the policy')
    .option('--tools <file>', toolsHelp)
    .option('--json', 'print the problems as one line of JSON')
    .addHelpText('after', '\nExample:\n  sluice policy check sluice.yaml --tools tools.json')
    .action(async (file: string, options: CheckOptions) =>
      exitWith(await runCheck(file, options, terminal)),
    );
  policy
    .command('explain')
    .description('Say which rule decides about a call, and which label each part of a result has')
    .argument('<file>', 'the policy')
    .requiredOption('--tool <name>', 'the tool')
    .option('--args <json>', 'the arguments of a call')
    .option('--label <label>', 'the label that the call carries: say what would follow')
    .option('--result <file>', 'a result of the tool')
    .option('--tools <file>', toolsHelp)
    .option('--json', 'print the explanation as one line of JSON')
    .addHelpText(
      'after',
      `
Example:
  sluice policy explain sluice.yaml --tool send_money --args '{"recipient":"X","amount":5}'
  sluice policy explain sluice.yaml --tool send_money --args '{}' --label 'untrusted & private'`,
    )
    .action(async (file: string, options: ExplainOptions) =>
      exitWith(await runExplain(file, options, terminal)),
    );
  policy
    .command('test')
    .description('Run the cases that stand in a policy, and in NAME.cases.yaml beside it')
    .argument('<file>', 'the policy')
    .option('--cases <file>', 'another file with `cases: [...]`, instead of those')
    .option('--tools <file>', toolsHelp)
    .option('--json', 'print the outcomes as one line of JSON')
    .addHelpText('after', '\nExample:\n  sluice policy test sluice.yaml --cases cases.yaml')
    .action(async (file: string, options: TestOptions) =>
      exitWith(await runTest(file, options, terminal)),
    );
  return policy;
}
