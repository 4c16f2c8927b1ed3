import type { Graded } from '../agentdojo/job.ts';
import type { Brief } from './attacker.ts';
import { attackerNamed } from './attackers.ts';

/**
 * Whether one of our attackers got what it wanted. What it wants of the environment is for the
 * environment's own grader to say; who wants the task not to be done has it where it is not.
 * `undefined`: nobody said.
 */
export function succeededBy(name: string, graded: Graded, brief: Brief): boolean | undefined {
  const attacker = attackerNamed(name);
  switch (attacker?.aim) {
    case 'own':
      return attacker.succeeded?.(graded, brief) === true;
    case 'denial':
      return !graded.utility;
    case 'goal':
    case 'signal':
    case undefined:
      return graded.attackSucceeded;
  }
}
