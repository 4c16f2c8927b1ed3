import type { Command } from 'sluice/parts';
import { whole } from './numbers.ts';

/** Adds what every command that reads recorded runs for a screener is told. */
export function withRecordedRuns(command: Command): Command {
  return command
    .option('--model <name>', 'the model whose runs are drawn; default: that of the first run')
    .option('--suite-file <file>', 'AgentDojo export: says which calls followed an attack')
    .option('--labels <file>', 'calls that an AI model labelled: test data, never trained on')
    .option('--policies <folder>', 'SUITE.yaml for each suite; default: those shipped')
    .option('--calls <number>', 'how many calls are drawn', whole, 350)
    .option('--read-calls <number>', 'how many of the calls of --labels are tested on', whole, 150)
    .option('--seed <number>', 'of the draw', whole, 1)
    .option('--features <file>', 'what was measured before is there, and is not measured again');
}
