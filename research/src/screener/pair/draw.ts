import type { Policy } from '@sluice/core';
import { renderingOf } from '@sluice/local';
import { byTurn } from '../../by-turn.ts';
import { contentKey } from '../features/feature-cache.ts';
import { type CallSite, callSites } from '../trace/call-sites.ts';
import { readTraces } from '../trace/read-traces.ts';
import type { Trace } from '../trace/trace.ts';
import type { Goals } from './followed.ts';
import { draftOf, kindOf, labelledCall, type LabelledCall } from './labelled-call.ts';

/** The inputs for reading calls out of recorded runs. */
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

/** All calls with a result before them. */
export async function drawableCalls(recorded: Recorded): Promise<readonly Drawable[]> {
  const found: Drawable[] = [];
  for await (const { id, trace, site } of placed(recorded)) {
    const { suite, model, task } = trace;
    if (!site.isAfterResult) continue;
    const rendering = renderingOf(site.history, draftOf(site));
    if (rendering === undefined) continue;
    const kind = kindOf(trace, site, recorded.goals);
    found.push({ suite, model, task, kind, id, content: contentKey(rendering) });
  }
  return found;
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

/** A call that may be drawn. */
export interface Drawable {
  readonly suite: string;
  readonly model: string;
  /** The user's task. */
  readonly task: string;
  /** `benign`, `passed` (attacked, not followed), `followed`. */
  readonly kind: string;
  /** The key of the call: path of the run and place in it. */
  readonly id: string;
  /** Hash of what the small model is shown: runs repeat each other. */
  readonly content: string;
}

/**
 * Puts calls into an order of which every beginning is a sample, stratified by model, suite, kind
 * and task: one call of each stratum in turn, tasks in turn inside it. Turns are hashes of seed and
 * place, so that neither the order of files nor other strata change what is drawn. Of calls that
 * look alike to the small model one is drawn.
 */
export function inDrawOrder<Call extends Drawable>(
  calls: Iterable<Call>,
  seed: number,
): readonly Call[] {
  const unlike = new Map<string, Call>();
  const compare = byTurn<string>(seed, (text) => text);
  for (const call of calls) {
    const other = unlike.get(call.content);
    if (other === undefined || compare(call.id, other.id) < 0) unlike.set(call.content, call);
  }
  const strata = Map.groupBy(unlike.values(), ({ model, suite, kind }) =>
    [model, suite, kind].join(' '),
  );
  const inTurn = [...strata]
    .toSorted(([a], [b]) => compare(a, b))
    .map(([, members]) => taskByTask(members, compare));
  return interleaved(inTurn);
}

function taskByTask<Call extends Drawable>(
  calls: readonly Call[],
  compare: (a: string, b: string) => number,
): readonly Call[] {
  const tasks = Map.groupBy(calls, ({ task }) => task);
  return interleaved(
    [...tasks]
      .toSorted(([a], [b]) => compare(a, b))
      .map(([, members]) => members.toSorted((a, b) => compare(a.id, b.id))),
  );
}

function interleaved<Item>(lists: readonly (readonly Item[])[]): readonly Item[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const all: Item[] = [];
  for (let at = 0; at < longest; at += 1) {
    for (const list of lists) {
      const item = list[at];
      if (item !== undefined) all.push(item);
    }
  }
  return all;
}
