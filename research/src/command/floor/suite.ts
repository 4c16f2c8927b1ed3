import { listed } from 'sluice/parts';
import type { Suite } from '../suite.ts';
import type { FloorOptions } from './measure.ts';

/** `sluice bench floor`. */
export const floorSuite: Suite<FloorOptions> = {
  name: 'floor',
  description: 'Count the questions in AgentDojo’s tasks that no labelling of calls can spare',
  typed: (command) =>
    command
      .option('--benchmark-version <version>', 'version of its tasks: v1.1.2 or v1.2.2', 'v1.2.2')
      .option('--policies <folder>', 'folder of SUITE.yaml files (default: those that ship)')
      .option('--strict', 'take lists that strangers may lengthen for untrusted')
      .option('--suite <names>', 'only these suites', listed)
      .option('--task <ids>', 'only these user tasks', listed),
  help: `
No model runs. The calls that AgentDojo says solve a task are played through the policy, and each of
their values is looked for, as \`lineage\` does, in what the user said and what was read before.
Exit code 0: all tasks were played; there is no bound.

Examples:
  sluice bench floor
  sluice bench floor --benchmark-version v1.1.2 --json`,
  measure: async (_, options) => {
    const { measureFloor } = await import('./measure.ts');
    return measureFloor(options);
  },
};
