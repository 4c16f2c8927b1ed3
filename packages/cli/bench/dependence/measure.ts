import { SluiceError, type History, type Policy } from '@sluice/core';
import { policyFor } from '../../src/replay/suites.ts';
import { agreementOf, type Agreement, type TwoReadings } from './agreement.ts';
import { callSites, namedRuns, type CallSite } from './call-sites.ts';
import { judgeCall, regionsOfResults, sourcesIn } from './judge-call.ts';
import type { LabelledCall } from './labels.ts';
import { meantIn, scoreOf, type JudgedCall, type Score } from './score.ts';

/** A labelled call and where it stands in the data. */
interface Found {
  readonly site: CallSite;
  readonly policy: Policy;
}

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
  { labels, again }: { labels: readonly LabelledCall[]; again: readonly LabelledCall[] },
): Promise<Measured> {
  const found = await findCalls(data, [...labels, ...again]);
  const judged: JudgedCall[] = [];
  for (const labelled of labels) {
    const { site, policy } = placeOf(labelled, found);
    judged.push(await judgeCall(labelled, site, policy.space));
  }
  const first = new Map(labels.map((labelled) => [keyOf(labelled), labelled]));
  const readings = again.flatMap((second) => {
    const one = first.get(keyOf(second));
    const { history } = placeOf(second, found).site;
    return one === undefined ? [] : [readingsOf(history, one, second)];
  });
  return { score: scoreOf(judged), again: agreementOf(readings) };
}

function readingsOf(history: History, first: LabelledCall, second: LabelledCall): TwoReadings {
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
  labels: readonly LabelledCall[],
): Promise<ReadonlyMap<string, Found>> {
  const wanted = Map.groupBy(labels, ({ run }) => run);
  const policies = new Map<string, Promise<Policy>>();
  const found = new Map<string, Found>();
  for await (const { id, run } of namedRuns(data)) {
    const own = wanted.get(id);
    if (own === undefined) continue;
    const place = { policy: undefined, policies: undefined };
    const reading = policies.get(run.suite) ?? policyFor(run.suite, place);
    policies.set(run.suite, reading);
    const policy = await reading;
    const calls = new Set(own.map(({ call }) => call));
    for (const site of callSites(run, policy)) {
      if (calls.has(site.index)) found.set(keyOf({ run: id, call: site.index }), { site, policy });
    }
  }
  return found;
}

function placeOf(labelled: LabelledCall, found: ReadonlyMap<string, Found>): Found {
  const place = found.get(keyOf(labelled));
  if (place !== undefined) return place;
  const { run, call } = labelled;
  throw new SluiceError('file-unreadable', `call ${call} of \`${run}\` is not in the data`, {
    hint: 'give the folder of the published runs that the labels belong to',
  });
}

function keyOf({ run, call }: Pick<LabelledCall, 'run' | 'call'>): string {
  return `${call} ${run}`;
}
