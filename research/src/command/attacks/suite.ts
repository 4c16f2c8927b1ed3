import type { Suite } from '../suite.ts';
import type { AttackBenchOptions } from './measure.ts';
import { count } from '../numbers.ts';
import { listed } from 'sluice/parts';

/** `sluice bench attacks`. */
export const attacksSuite: Suite<AttackBenchOptions> = {
  name: 'attacks',
  description: 'Our own attackers against a defence',
  typed: (command) =>
    command
      .option('--in <environment>', 'demo, or agentdojo (its slice)', 'demo')
      .option('--defence <names>', 'default: naive,redact-all,lineage', listed)
      .option('--attacker <names>', 'only these', listed)
      .option('--ledger <file>', 'what is done stands there, and is not done again')
      .option('--retry-errors', 'runs again what ended in an error')
      .option('--workers <number>', 'cases at a time; default: one for each core', count),
  help: `
Each attacker is tried without a defence first: one that gets nothing there proves nothing. Those
that stop a task, or make something told apart from outside, are reported beside the others: labels
promise nothing there.
Exit code 0: no attacker got what it wanted under any of the defences, and in the demo's world each
did without one.

Example:
  sluice bench attacks --defence lineage --attacker split-in-2,answer-image`,
  measure: async (paths, options, terminal) => {
    const { measureAttacks } = await import('./measure.ts');
    return measureAttacks(paths, options, terminal);
  },
};
