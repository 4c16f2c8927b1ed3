import { raise, type Region } from '@sluice/core/spec';
import type { OwnLabel, OwnLattice } from './lattice/lattice.ts';

interface InTurn {
  /** All parts of the turn as one text. */
  readonly together: Region<OwnLabel>;
  /** Where the part begins in it. */
  readonly start: number;
}

/**
 * A part of a turn. Where the turn as one text has a higher label at some letter than the part has
 * by itself, all of the part carries it, as a region in its own.
 */
export function partInTurn(
  lattice: OwnLattice,
  part: Region<OwnLabel>,
  { together, start }: InTurn,
): Region<OwnLabel> {
  const own = letters(part);
  const over = letters(together).slice(start, start + own.length);
  const above = over.filter((label, at) => !lattice.flowsTo(label, own[at] ?? lattice.bottom));
  const by = [...new Set(above)].reduce((all, label) => lattice.join(all, label), lattice.bottom);
  if (lattice.flowsTo(by, part.label)) return part;
  return { label: part.label, quoted: false, body: [raise(lattice, by, part)] };
}

/** The label of each letter. */
function letters({ label, body }: Region<OwnLabel>): readonly OwnLabel[] {
  return body.flatMap((piece) =>
    typeof piece === 'string'
      ? Array.from({ length: piece.length }, () => label)
      : [...letters(piece)],
  );
}
