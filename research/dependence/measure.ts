import { callSites } from '../src/screener/trace/call-sites.ts';
import { readTraces, traceFiles } from '../src/screener/trace/read-traces.ts';
import { regionsOfResults, sourcesIn } from '../src/choosing/call/hand-calls.ts';
import type { HandLabelledCall } from '../src/screener/pair/hand-labels.ts';
import { SluiceError, type History, type Policy } from '@sluice/core';
import { policyFor } from '../../packages/cli/src/replay/suites.ts';
import { agreementOf, type Agreement, type TwoReadings } from './agreement.ts';
import { judgeCall, type FoundCall } from './judge-call.ts';
import { meantIn, scoreOf, type JudgedCall, type Score } from './score.ts';

export interface Measured {
  readonly score: Score;
  readonly again: Agreement;
}

/**
 * Measures lineage against labels, and a second reading of some of them against the first. Throws
 * `file-unreadable` where a labelled run, call or region is not in the data.
 */
export async function measure(
  data: readonly string[],
  { labels, again }: { labels: readonly HandLabelledCall[]; again: readonly HandLabelledCall[] },
): Promise<Measured> {
  const found = await findCalls(data, [...labels, ...again]);
  const judged: JudgedCall[] = [];
  for (const labelled of labels) {
    judged.push(await judgeCall(labelled, placeOf(labelled, found)));
  }
  const first = new Map(labels.map((labelled) => [keyOf(labelled), labelled]));
  const readings = again.flatMap((second) => {
    const one = first.get(keyOf(second));
    const { history } = placeOf(second, found).site;
    return one === undefined ? [] : [readingsOf(history, one, second)];
  });
  return { score: scoreOf(judged), again: agreementOf(readings) };
}

function readingsOf(
  history: History,
  first: HandLabelledCall,
  second: HandLabelledCall,
): TwoReadings {
  const results = regionsOfResults(history);
  return {
    regions: new Set(results.map(({ id }) => id)),
    first: meantIn(sourcesIn(first, results)),
    second: meantIn(sourcesIn(second, results)),
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
    const sites = callSites(trace, policy);
    for (const { call } of own) {
      const site = sites[call];
      if (site !== undefined) found.set(keyOf({ run: trace.id, call }), { site, space, isBenign });
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

function keyOf({ run, call }: Pick<HandLabelledCall, 'run' | 'call'>): string {
  return `${call} ${run}`;
}
