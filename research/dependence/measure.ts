import { callSites } from '../src/screener/trace/call-sites.ts';
import { readTraces, traceFiles } from '../src/screener/trace/read-traces.ts';
import {
  annotated,
  type AnnotatedCall,
  type Annotator,
  annotators,
  keyOf,
} from '../src/choosing/call/annotators.ts';
import { leastLabels, regionsOfResults, sourcesIn } from '../src/choosing/call/hand-calls.ts';
import type { HandLabelledCall } from '../src/screener/pair/hand-labels.ts';
import { SluiceError, type Policy } from '@sluice/core';
import { policyFor } from '../../packages/cli/src/replay/suites.ts';
import { agreementOf, type Agreement, type TwoReadings } from './agreement.ts';
import { idsOf, judgeCall, turnsLabel, type FoundCall } from './judge-call.ts';
import { meantIn, scoreOf, type JudgedCall, type Score } from './score.ts';

/** The labels of two annotators; the second's may be of some calls, or of none. */
export interface Annotations {
  readonly first: readonly HandLabelledCall[];
  readonly second: readonly HandLabelledCall[];
}

export interface Measured {
  /** Against the first annotator, over all calls. */
  readonly score: Score;
  /** Against each annotator, and what both or either say, over the calls that both labelled. */
  readonly scores: ReadonlyMap<Annotator, Score>;
  readonly agreement: Agreement;
}

/**
 * Measures lineage against the labels of two annotators, and these against each other. Throws
 * `file-unreadable` where a labelled run, call or region is not in the data.
 */
export async function measure(
  data: readonly string[],
  annotations: Annotations,
): Promise<Measured> {
  const { first, second } = annotations;
  const found = await findCalls(data, [...first, ...second]);
  const scoreBy = async (calls: readonly AnnotatedCall[]): Promise<Score> => {
    const judged: JudgedCall[] = [];
    for (const labelled of calls) {
      judged.push(await judgeCall(labelled, placeOf(labelled, found)));
    }
    return scoreOf(judged);
  };
  const twice = labelledTwice(annotations);
  const scores = new Map<Annotator, Score>();
  for (const name of twice.first.length > 0 ? annotators : [])
    scores.set(name, await scoreBy(annotated(name, twice)));
  const readings = twice.first.flatMap((one, at) => {
    const other = twice.second[at];
    return other === undefined ? [] : [readingsOf(placeOf(one, found), { one, other })];
  });
  return { score: await scoreBy(first), scores, agreement: agreementOf(readings) };
}

/** The calls that both labelled, in the same order. */
function labelledTwice({ first, second }: Annotations): Annotations {
  const others = new Map(second.map((call) => [keyOf(call), call]));
  const pairs = first.flatMap((one) => {
    const other = others.get(keyOf(one));
    return other === undefined ? [] : [{ one, other }];
  });
  return { first: pairs.map(({ one }) => one), second: pairs.map(({ other }) => other) };
}

function readingsOf(
  { site: { history }, space, task }: FoundCall,
  { one, other }: { readonly one: HandLabelledCall; readonly other: HandLabelledCall },
): TwoReadings {
  const results = regionsOfResults(history);
  const floor = turnsLabel(space, history);
  const reading = (call: HandLabelledCall): TwoReadings['first'] => {
    const sources = sourcesIn(call, results);
    const least = leastLabels(space, { floor, sources, regions: results });
    return {
      marked: meantIn(sources),
      label: least
        .map(({ text }) => text)
        .toSorted()
        .join(' or '),
    };
  };
  const free = results.filter(({ label }) => space.flowsTo(label, floor));
  return {
    task,
    regions: idsOf(results),
    free: idsOf(free),
    first: reading(one),
    second: reading(other),
  };
}

/** The labelled calls, run by run, by key. */
async function findCalls(
  data: readonly string[],
  labels: readonly HandLabelledCall[],
): Promise<ReadonlyMap<string, FoundCall>> {
  const wanted = Map.groupBy(labels, ({ run }) => run);
  const policies = new Map<string, Promise<Policy>>();
  const found = new Map<string, FoundCall>();
  for await (const trace of readTraces(traceFiles(data))) {
    const own = wanted.get(trace.id);
    if (own === undefined) continue;
    const place = { policy: undefined, policies: undefined };
    const reading = policies.get(trace.suite) ?? policyFor(trace.suite, place);
    policies.set(trace.suite, reading);
    const policy = await reading;
    const { space } = policy;
    const isBenign = trace.attack === undefined;
    const task = `${trace.suite}/${trace.task}`;
    const sites = callSites(trace, policy);
    for (const { call } of own) {
      const site = sites[call];
      if (site === undefined) continue;
      found.set(keyOf({ run: trace.id, call }), { site, space, task, isBenign });
    }
  }
  return found;
}

function placeOf(labelled: HandLabelledCall, found: ReadonlyMap<string, FoundCall>): FoundCall {
  const place = found.get(keyOf(labelled));
  if (place !== undefined) return place;
  const { run, call } = labelled;
  throw new SluiceError('file-unreadable', `call ${call} of \`${run}\` is not in the data`, {
    hint: 'give the folder of the published runs that the labels belong to',
  });
}
