import type { Attacker } from './attacker.ts';
import { hidings } from './hiding.ts';
import { imitations } from './imitation.ts';
import { leavings } from './leaving.ts';
import { structures } from './structure.ts';
import { timings } from './timing.ts';

/** Every attacker of ours, in the order of the report. */
export const attackers: readonly Attacker[] = [
  ...imitations,
  ...hidings,
  ...timings,
  ...leavings,
  ...structures,
];

export function attackerNamed(name: string): Attacker | undefined {
  return attackers.find((each) => each.name === name);
}
