import { chain } from '../src/label/dimension/chain.ts';
import { powerset } from '../src/label/dimension/powerset.ts';
import type { LabelSpace } from '../src/label/label.ts';
import { labelSpace } from '../src/label/space.ts';

/** The 4-point lattice of RTBAS: trusted < untrusted, public < private. */
export function fourPoint(): LabelSpace {
  return labelSpace({
    integrity: chain(['trusted', 'untrusted']),
    confidentiality: chain(['public', 'private']),
  });
}

/** The 2x3 product of permissive propagation, figure 2: older and less reliable is higher. */
export function reliabilityByTime(): LabelSpace {
  return labelSpace({
    reliability: chain(['reliable', 'unreliable']),
    time: chain(['today', 'last-week', 'last-month']),
  });
}

/** The powerset of documents of permissive propagation: which ones influenced a value. */
export function documentSets(): LabelSpace {
  return labelSpace({ documents: powerset('documents') });
}
