import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, vi } from 'vitest';
import { loadCore } from '../../fuzz/core.ts';
import { latticeCases } from '../../fuzz/lattices.ts';
import { bound } from '../../fuzz/proof/binding.ts';
import * as coq from '../../fuzz/proof/coq.ts';
import { mutants } from '../../fuzz/proof/mutants.ts';
import { caughtBy } from '../../fuzz/proof/trial.ts';
import { proves } from '../testing/proves.ts';

vi.setConfig({ testTimeout: 900_000 });

const lacking = coq.missing();
const unless = lacking && `${lacking} is not installed: ${coq.toInstall}`;
const folder = coq.copied();
afterAll(() => rmSync(folder, { recursive: true }));

async function lattices(): Promise<ReturnType<typeof latticeCases>> {
  return latticeCases(await loadCore(path.join(import.meta.dirname, '..'), 'ts'));
}

proves(
  'proof/theorems',
  async () => {
    expect(await coq.refusal(folder, coq.sources())).toBeUndefined();
    const { axioms, theorems } = await coq.assumptions(folder);
    expect(axioms).toEqual([]);
    expect(theorems).toBeGreaterThan(0);
    expect(coq.admitted()).toBe(0);
  },
  { unless },
);

proves(
  'proof/binding',
  async () => {
    const program = await coq.program(folder);
    const { differences } = await bound(program, { lattices: await lattices(), runs: 1_000 });
    expect(differences).toEqual([]);
  },
  { unless },
);

proves(
  'proof/mutants-caught',
  async () => {
    const words = ['are joined by union', 'a yes to another question', 'which data there is'];
    const some = mutants.filter(({ name }) => words.some((each) => name.includes(each)));
    expect(some).toHaveLength(words.length);
    for (const mutant of some) {
      expect(await caughtBy({ folder, lattices: await lattices() }, mutant)).toBeDefined();
    }
  },
  { unless },
);
