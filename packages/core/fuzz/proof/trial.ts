import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { LatticeCase } from '../lattices.ts';
import { bound } from './binding.ts';
import * as coq from './coq.ts';
import { mutated, type Mutant } from './mutants.ts';

const runsMax = 4_000;

/** What catches a mistake, in words; `undefined`: nothing does. `folder` is compiled already. */
export async function caughtBy(
  { folder, lattices }: { folder: string; lattices: readonly LatticeCase[] },
  mutant: Mutant,
): Promise<string | undefined> {
  const copy = coq.copied(folder);
  try {
    const { file } = mutant;
    writeFileSync(path.join(copy, file), mutated(coq.sourceOf(file, copy), mutant));
    const all = coq.sources(copy);
    const left = all.slice(all.indexOf(file));
    const refused = await coq.refusal(copy, left);
    // Where a definition itself makes no sense, nothing was tried.
    if (refused?.file === file && file !== 'Lattice.v') return undefined;
    if (refused !== undefined) return `${refused.file} is refused`;
    if (!coq.isOfModel(file)) return undefined;
    const { differences, runs } = await bound(await coq.program(copy), {
      lattices,
      runs: runsMax,
      untilFirst: true,
    });
    return differences.length > 0 ? `differs in run ${runs}` : undefined;
  } finally {
    rmSync(copy, { recursive: true });
  }
}
