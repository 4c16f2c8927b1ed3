import { combined } from './combined.ts';
import type { SecDefence } from './defence.ts';
import { delimiter } from './delimiter.ts';
import { filter } from './filter.ts';
import { leastPrivilege } from './least-privilege.ts';
import { none } from './none.ts';
import { provenance } from './provenance.ts';

/** The six defences of the paper, in the order of its table 4. A new one is a line here. */
export const paperDefences: readonly SecDefence[] = [
  combined,
  filter,
  leastPrivilege,
  provenance,
  none,
  delimiter,
];
