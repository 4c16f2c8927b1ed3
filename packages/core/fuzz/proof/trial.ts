import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { LatticeCase } from '../lattices.ts';
import { bound } from './binding.ts';
import * as coq from './coq.ts';
import { mutated, type Mutant } from './mutants.ts';

const runsMax = 2_000;

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
    const inModel = left.filter((each) => coq.isOfModel(each));
    const unsound = await coq.refusal(copy, inModel);
    if (unsound !== undefined) {
      // Where a definition itself makes no sense, nothing was tried.
      return file === 'Lattice.v' ? `${unsound.file} is refused` : undefined;
    }
    if (inModel.length > 0) {
      const program = await coq.program(copy);
      const found = await bound(program, { lattices, runs: runsMax, untilFirst: true });
      if (found.differences.length > 0) return `differs in run ${found.runs}`;
    }
    const refused = await coq.refusal(
      copy,
      left.filter((each) => !coq.isOfModel(each)),
    );
    const isTried = refused !== undefined && refused.file !== file;
    return isTried ? `${refused.file} is refused` : undefined;
  } finally {
    rmSync(copy, { recursive: true });
  }
}
