import type { LatticeCase } from '../lattices.ts';
import { runSpec } from '../run-spec.ts';
import { scenarioOf } from '../scenario.ts';
import type { Extracted } from './extracted.ts';
import { Recorder } from './record.ts';

/** The first thing that specification and extracted model do otherwise in the world of a seed. */
export async function modelDifference(
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
  const at = [...wanted].findIndex((each, index) => each !== found[index]);
  const from = Math.max(0, at - 60);
  const near = (said: string): string => said.slice(from, at + 60);
  return `specification …${near(wanted)}… | model …${near(found)}…`;
}
