import type { LatticeCase } from '../lattices.ts';
import { runSpec } from '../run-spec.ts';
import { scenarioOf } from '../scenario.ts';
import { extracted, type Extracted } from './extracted.ts';
import { Recorder } from './record.ts';

/** The first thing that specification and extracted model do otherwise in the world of a seed. */
async function modelDifference(
  model: Extracted,
  lattices: readonly LatticeCase[],
  seed: number,
): Promise<string | undefined> {
  const scenario = scenarioOf(seed, lattices);
  const recorder = new Recorder(scenario);
  const run = runSpec(scenario, 'one', recorder);
  const wanted = recorder.expected(run);
  const found = await model.run(recorder.frame());
  if (found === wanted) return undefined;
  let at = 0;
  while (wanted[at] === found[at]) at += 1;
  const from = Math.max(0, at - 60);
  const near = (said: string): string => said.slice(from, at + 60);
  return `specification …${near(wanted)}… | model …${near(found)}…`;
}

export interface Bound {
  readonly runs: number;
  readonly differences: readonly string[];
}

/** Runs the program beside the specification on worlds of seeds from 1 on. */
export async function bound(
  program: string,
  how: { lattices: readonly LatticeCase[]; runs: number; untilFirst?: boolean },
): Promise<Bound> {
  const { lattices, runs: max, untilFirst = false } = how;
  const model = extracted(program);
  const differences: string[] = [];
  let runs = 0;
  try {
    for (let seed = 1; seed <= max; seed += 1) {
      const difference = await modelDifference(model, lattices, seed);
      runs += 1;
      if (difference !== undefined) differences.push(`seed ${seed}: ${difference}`);
      if (untilFirst && differences.length > 0) break;
    }
  } finally {
    model.close();
  }
  return { runs, differences };
}
