import { bySession } from './by-session.ts';
import type { Core } from './core.ts';
import { latticeCases } from './lattices.ts';
import { interference } from './noninterference.ts';
import { subAgents } from './sub-agents.ts';
import { specDifference } from './spec-property.ts';

/** The result of one seed. */
export interface SeedResult {
  readonly violation: string | undefined;
  readonly difference: string | undefined;
  /** Steps that the noninterference property could compare. */
  readonly steps: number;
  /** Runs with agents inside their tools. */
  readonly subAgentRuns: number;
  /** Runs with a step whose calls had labels per argument. */
  readonly perArgumentRuns: number;
}

/**
 * Runs both properties on one seed; on every eighth, noninterference also where a framework drives
 * the loop. An engine that throws broke both its promises.
 */
export function hunter(core: Core): (seed: number) => Promise<SeedResult> {
  const lattices = latticeCases(core);
  const driven = bySession(core);
  const nested = subAgents(core);
  return async (seed) => {
    const difference = await caught(() => specDifference(core, lattices, seed));
    let steps = 0;
    let perArgument = 0;
    const watch = (engine: Core) => async (): Promise<string | undefined> => {
      const compared = await interference(engine, lattices, seed);
      steps += compared.steps;
      perArgument += compared.perArgument;
      return compared.violation;
    };
    const violation =
      (await caught(watch(core))) ?? (seed % 8 === 0 ? await caught(watch(driven)) : undefined);
    const isNested = seed % 4 === 0;
    const inner = isNested ? await caught(() => nested(seed)) : undefined;
    return {
      violation: violation ?? inner,
      difference,
      steps,
      subAgentRuns: isNested ? 1 : 0,
      perArgumentRuns: perArgument > 0 ? 1 : 0,
    };
  };
}

async function caught(run: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await run();
  } catch (error) {
    return `it threw: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  }
}
