import { checks } from './checks.ts';
import { hunter } from './hunt.ts';
import type { Mutant } from './mutants/mutant.ts';
import { loadCopy, mutate } from './mutate.ts';

/** How many seeds a mutant may survive, and how many the unmutated copy must pass. */
const seedsMax = 20_000;
const controlSeeds = 500;

export interface Verdict {
  readonly mutant: string;
  /** The seed that found it, or 0 for a targeted check; `undefined`: it was not caught. */
  readonly seed: number | undefined;
  readonly because: string;
}

/** Lets the properties loose on one mutant, until one of them fails. */
export async function tryMutant(prepared: string, mutant: Mutant): Promise<Verdict> {
  const { name, edits, check } = mutant;
  let folder = '';
  try {
    folder = mutate(prepared, name, edits);
  } catch (error) {
    return { mutant: name, seed: undefined, because: String(error) };
  }
  if (check !== undefined) {
    const because = await checkNamed(check)(folder);
    return { mutant: name, seed: because === undefined ? undefined : 0, because: because ?? '' };
  }
  const hunt = hunter(await loadCopy(folder));
  for (let seed = 1; seed <= seedsMax; seed += 1) {
    const { violation, difference } = await hunt(seed);
    const because = violation ?? difference;
    if (because !== undefined) return { mutant: name, seed, because };
  }
  return { mutant: name, seed: undefined, because: '' };
}

/** The unmutated copy must pass what catches the mutants; returns what it failed. */
export async function tryControl(
  prepared: string,
  seeds = controlSeeds,
): Promise<string | undefined> {
  for (const [name, check] of Object.entries(checks)) {
    const because = await check(prepared);
    if (because !== undefined) return `${name}: ${because}`;
  }
  const hunt = hunter(await loadCopy(prepared));
  for (let seed = 1; seed <= seeds; seed += 1) {
    const { violation, difference } = await hunt(seed);
    const because = violation ?? difference;
    if (because !== undefined) return `seed ${seed}: ${because}`;
  }
  return undefined;
}

function checkNamed(name: string): (folder: string) => Promise<string | undefined> {
  const check = checks[name];
  if (check === undefined) throw new Error(`no check is called \`${name}\``);
  return check;
}
