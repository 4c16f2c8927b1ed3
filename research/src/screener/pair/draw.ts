import { renderingOf } from '@sluice/local';
import type { Policy } from '@sluice/core';
import { contentKey } from '../features/cache-key.ts';
import { callSites, type CallSite } from '../trace/call-sites.ts';
import { readTraces } from '../trace/read-traces.ts';
import type { Trace } from '../trace/trace.ts';
import type { Goals } from './followed.ts';
import { draftOf, kindOf, labelledCall, type LabelledCall } from './labelled-call.ts';
import { inDrawOrder, type Drawable } from './sample.ts';

/** What is needed to read calls out of recorded runs. */
export interface Recorded {
  /** Files of recorded runs. */
  readonly files: readonly string[];
  /** The policy of a suite; runs of a suite without one are left out. */
  readonly policyOf: (suite: string) => Promise<Policy | undefined>;
  readonly goals: Goals;
}

/** A call where it stands. */
interface Placed {
  readonly id: string;
  readonly trace: Trace;
  readonly site: CallSite;
  readonly policy: Policy;
}

/**
 * All calls with a result before them that are wanted, in draw order: every beginning of it is a
 * sample (see `inDrawOrder`).
 */
export async function drawCalls(
  recorded: Recorded,
  {
    seed,
    isWanted,
  }: {
    readonly seed: number;
    readonly isWanted: (call: { readonly id: string; readonly model: string }) => boolean;
  },
): Promise<readonly Drawable[]> {
  const found: Drawable[] = [];
  for await (const { id, trace, site } of placed(recorded)) {
    const { suite, model, task } = trace;
    if (!site.isAfterResult || !isWanted({ id, model })) continue;
    const rendering = renderingOf(site.history, draftOf(site));
    if (rendering === undefined) continue;
    const kind = kindOf(trace, site, recorded.goals);
    found.push({ suite, model, task, kind, id, content: contentKey(rendering) });
  }
  return inDrawOrder(found, seed);
}

/** Labels calls that were drawn, in their order; those that lineage cannot trace are left out. */
export async function labelCalls(
  recorded: Recorded,
  drawn: readonly Drawable[],
): Promise<readonly LabelledCall[]> {
  const wanted = new Set(drawn.map(({ id }) => id));
  const labelled = new Map<string, LabelledCall>();
  for await (const { id, trace, site, policy } of placed(recorded)) {
    if (!wanted.has(id)) continue;
    const call = await labelledCall(trace, site, { policy, goals: recorded.goals });
    if (call !== undefined) labelled.set(id, call);
  }
  return drawn.flatMap(({ id }) => labelled.get(id) ?? []);
}

async function* placed({ files, policyOf }: Recorded): AsyncGenerator<Placed> {
  const policies = new Map<string, Promise<Policy | undefined>>();
  for await (const trace of readTraces(files)) {
    const reading = policies.get(trace.suite) ?? policyOf(trace.suite);
    policies.set(trace.suite, reading);
    const policy = await reading;
    if (policy === undefined) continue;
    for (const site of callSites(trace, policy)) {
      yield { id: `${trace.id}#${site.index}`, trace, site, policy };
    }
  }
}
