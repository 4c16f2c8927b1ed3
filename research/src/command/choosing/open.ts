import { WorkCount, type OpenedScreeners } from '../../choosing/ask/ask-all.ts';
import { SluiceError } from '@sluice/core';
import { namesOpened, openNamed } from '../../propagators.ts';
import { inProcess } from 'sluice/parts';

/** Propagators that are opened, and those that cannot be had here. */
export interface OpenedForChoosing extends AsyncDisposable {
  readonly names: readonly string[];
  readonly opened: OpenedScreeners;
  readonly work: WorkCount;
  /** Why some of the default ones are left out; `undefined` where all are there. */
  readonly leftOut: { readonly names: readonly string[]; readonly because: string } | undefined;
}

/** All but the models: `multi-execution` runs the agent's own. */
const defaults = [
  'naive',
  'redact-all',
  'lineage',
  'attention',
  'lineage+attention',
  'knn-lm',
  'minimal-labels',
  'lineage+minimal-labels',
  'introspection',
  'judge:local',
] as const;

/**
 * Opens what was named, or all. Without weights or peers, those that need none are left of the
 * default ones; one that was named throws what to type.
 */
export async function openForChoosing(
  named: readonly string[] | undefined,
  { asksAgent }: { readonly asksAgent: boolean },
): Promise<OpenedForChoosing> {
  if (named !== undefined) return opening(named);
  const all = asksAgent ? [...defaults, agents] : defaults;
  try {
    return await opening(all);
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error;
    const names = all.filter(namesModel);
    const because = error.message;
    return {
      ...(await opening(all.filter((name) => !namesModel(name)))),
      leftOut: { names, because },
    };
  }
}

const agents = 'multi-execution';

function namesModel(name: string): boolean {
  return name !== agents && namesOpened(name);
}

async function opening(names: readonly string[]): Promise<OpenedForChoosing> {
  const work = new WorkCount();
  const wanted = names.filter((name) => name !== agents);
  const { registry, dispose } = await openNamed(wanted, { clearance: inProcess, onWork: work.add });
  return { names, opened: registry, work, leftOut: undefined, [Symbol.asyncDispose]: dispose };
}
