/**
 * `npm run proof -- [--json]`: compiles every proof from nothing, prints what the theorems rest on,
 * runs the extracted model beside the specification, and makes mistakes in the model.
 */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadCore } from '../core.ts';
import { latticeCases, type LatticeCase } from '../lattices.ts';
import { bound, type Bound } from './binding.ts';
import * as coq from './coq.ts';
import { mutants } from './mutants.ts';
import { followed, tableFaults } from './table.ts';
import { caughtBy } from './trial.ts';

const help = `npm run proof: checks the proofs of proofs/ and what binds them to the specification

  --runs N            random whole runs of the extracted model (10000)
  --without-mutants   makes no mistakes in the model
  --mutants TEXT      mutants with this in their names alone
  --where-installed   without the prover nothing is checked, and that is no fault
  --followed          the model has followed the specification: writes that into its table
  --json              ends with the figures as one line of JSON`;

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '10000' },
    'without-mutants': { type: 'boolean', default: false },
    mutants: { type: 'string', default: '' },
    'where-installed': { type: 'boolean', default: false },
    followed: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const lacking = coq.missing();
if (options.help) console.log(help);
else if (options.followed) followed();
else if (lacking !== undefined) {
  console.error(`\`${lacking}\` is not installed: nothing was checked. Type: ${coq.toInstall}`);
  process.exitCode = options['where-installed'] ? 0 : 2;
} else await main();

async function main(): Promise<void> {
  const startedMs = performance.now();
  const folder = coq.copied();
  try {
    const refused = await coq.refusal(folder, coq.sources());
    if (refused !== undefined)
      throw new Error(`the prover refuses ${refused.file}:\n${refused.because}`);
    const rests = await coq.assumptions(folder);
    console.error(rests.text);
    const seconds = Math.round((performance.now() - startedMs) / 1000);
    console.error(`compiled in ${seconds} s`);
    const faults = tableFaults();
    for (const fault of faults) console.error(fault);
    const lattices = latticeCases(
      await loadCore(path.join(import.meta.dirname, '../../src'), 'ts'),
    );
    const runs = Number(options.runs);
    const found = await bound(await coq.program(folder), { lattices, runs });
    for (const text of found.differences.slice(0, 5)) console.error(text);
    const caught = await hunt(folder, lattices);
    report({ seconds, rests, found, caught, faults: faults.length });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Caught {
  readonly tried: number;
  readonly caught: number;
}

async function hunt(folder: string, lattices: readonly LatticeCase[]): Promise<Caught> {
  const chosen = mutants.filter(({ name }) => name.includes(options.mutants));
  if (options['without-mutants']) return { tried: 0, caught: 0 };
  const left = [...chosen];
  let caught = 0;
  const work = async (): Promise<void> => {
    for (let mutant = left.shift(); mutant !== undefined; mutant = left.shift()) {
      const by = await caughtBy({ folder, lattices }, mutant);
      if (by !== undefined) caught += 1;
      console.error(by === undefined ? `not caught: ${mutant.name}` : `${by}: ${mutant.name}`);
    }
  };
  await Promise.all([work(), work()]);
  return { tried: chosen.length, caught };
}

function report(of: {
  readonly seconds: number;
  readonly rests: coq.Assumptions;
  readonly found: Bound;
  readonly caught: Caught;
  readonly faults: number;
}): void {
  const { seconds, rests, found, caught, faults } = of;
  const figures: Readonly<Record<string, number>> = {
    'proof.theorems': rests.theorems,
    'proof.counterexamples': rests.counterexamples,
    'proof.axioms': rests.axioms.length,
    'proof.admitted': coq.admitted(),
    'proof.lines': coq.lines(),
    'proof.seconds': seconds,
    'proof.binding.runs': found.runs,
    'proof.binding.differences': found.differences.length,
    'proof.table.faults': faults,
    ...(caught.tried > 0 && {
      'proof.mutants': caught.tried,
      'proof.mutantsCaught': caught.caught,
    }),
  };
  if (options.json) console.log(JSON.stringify({ figures }));
  else for (const [name, value] of Object.entries(figures)) console.log(`${name} ${value}`);
  const isProved = rests.axioms.length + coq.admitted() + faults === 0;
  const isBound = found.differences.length === 0 && found.runs === Number(options.runs);
  process.exitCode = isProved && isBound && caught.caught === caught.tried ? 0 : 1;
}
