import { Command, type CommandContext } from 'sluice/parts';
import { setUpCommand } from './agentdojo/set-up-command.ts';
import { agentdojoSuite } from './agentdojo/suite.ts';
import { agentsecSuite } from './agentsec/suite.ts';
import { benchAllCommand } from './all-command.ts';
import { attacksSuite } from './attacks/suite.ts';
import { propagatorsSuite } from './choosing/suite.ts';
import { labelsSuite } from './labels/suite.ts';
import { privacySuite } from './privacy/suite.ts';
import { benchCompareCommand, benchReportCommand } from './report-command.ts';
import { screenerSuite } from './screener/suite.ts';
import { suiteCommand } from './suite.ts';

/** `sluice bench`: a command for each suite, and those that show what was measured. */
export function benchCommand(context: CommandContext): Command {
  const agentdojo = suiteCommand(context, agentdojoSuite).addCommand(setUpCommand(context));
  return (
    new Command('bench')
      .description('Compare defences on the same tasks and attacks, closed loop')
      .addCommand(agentdojo)
      .addCommand(suiteCommand(context, attacksSuite))
      .addCommand(suiteCommand(context, labelsSuite))
      .addCommand(suiteCommand(context, privacySuite))
      .addCommand(suiteCommand(context, agentsecSuite))
      .addCommand(suiteCommand(context, screenerSuite))
      .addCommand(suiteCommand(context, propagatorsSuite))
      // Its former name; beside the new one it would make the list of commands too wide.
      .addCommand(suiteCommand(context, { ...propagatorsSuite, name: 'screeners' }), {
        hidden: true,
      })
      .addCommand(benchAllCommand(context))
      .addCommand(benchReportCommand(context))
      .addCommand(benchCompareCommand(context))
      .addHelpText('after', '\nExample:\n  sluice bench attacks')
  );
}
