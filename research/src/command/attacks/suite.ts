import type { Suite } from '../suite.ts';
import type { AttackBenchOptions } from './measure.ts';
import { count } from '../numbers.ts';
import { listed } from 'sluice/parts';

/** `sluice bench attacks`. */
export const attacksSuite: Suite<AttackBenchOptions> = {
  name: 'attacks',
  description: 'Run our own attackers against a defence',
  typed: (command) =>
    command
      .option('--in <environment>', 'where to attack: demo, or agentdojo (its slice)', 'demo')
      .option('--defence <names>', 'defences to run (default: naive,redact-all,lineage)', listed)
      .option('--attacker <names>', 'run only these attackers', listed)
      .option('--ledger <file>', 'keep finished cases in this file, and skip those in it')
      .option('--retry-errors', 'run the cases again that ended in an error')
      .option('--workers <number>', 'how many cases at a time (default: one per core)', count),
  help: `
Each attacker runs without a defence first: one that fails even there proves nothing. Attackers that
only stop a task, or only make a difference that an outsider can see, are reported apart: labels
promise nothing against them.
Exit code 0: no attacker succeeded under any defence, and in the demo's world each succeeded without
one.

Example:
  sluice bench attacks --defence lineage --attacker split-in-2,answer-image`,
  measure: async (paths, options, terminal) => {
    const { measureAttacks } = await import('./measure.ts');
    return measureAttacks(paths, options, terminal);
  },
};
