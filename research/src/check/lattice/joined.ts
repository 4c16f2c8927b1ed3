import type { Parts, Region } from '@sluice/core/spec';
import type { OwnLabel, OwnLattice } from './lattice.ts';

/** The join of a region's label and of all inside it. */
function labelOfRegion(lattice: OwnLattice, region: Region<OwnLabel>): OwnLabel {
  return region.body.reduce<OwnLabel>((all, piece) => {
    return typeof piece === 'string' ? all : lattice.join(all, labelOfRegion(lattice, piece));
  }, region.label);
}

/** The join of everything in a turn or in a result. */
export function labelOfParts(lattice: OwnLattice, { shape, parts }: Parts<OwnLabel>): OwnLabel {
  const labels = parts.map((part) => labelOfRegion(lattice, part));
  return labels.reduce((all, label) => lattice.join(all, label), shape);
}
