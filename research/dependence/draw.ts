import { callSites } from '../src/screener/trace/call-sites.ts';
import { readTraces, traceFiles } from '../src/screener/trace/read-traces.ts';
import { policyFor } from '../../packages/cli/src/replay/suites.ts';
import { readerPage, type Shown } from './reader-page.ts';
import { Sample, type SampleSize } from './sample.ts';

/** The size of the sample that the labels were made from. */
export const drawnSize: SampleSize = { seed: 4, perStratum: 6, perRun: 2 };

/** Which runs of the draw to print, counted from 1. */
export interface Pages {
  readonly from: number;
  readonly to: number;
}

/**
 * Draws calls and prints what a reader needs to judge them, run by run. A text that comes again
 * is printed by the name that it has in these pages.
 */
export async function* draw(
  data: readonly string[],
  { size, pages: { from, to } }: { readonly size: SampleSize; readonly pages: Pages },
): AsyncGenerator<string> {
  const sample = new Sample(size);
  for await (const trace of readTraces(traceFiles(data))) sample.add(trace);
  const drawn = Map.groupBy(sample.drawn, ({ run }) => run);
  const runs = new Map<string, () => Promise<readonly string[]>>();
  const shown: Shown = new Map();
  for await (const trace of readTraces(traceFiles(data))) {
    const calls = new Set(drawn.get(trace.id)?.map(({ call }) => call));
    if (calls.size === 0) continue;
    const place = { policy: undefined, policies: undefined };
    runs.set(trace.id, async () => {
      const sites = callSites(trace, await policyFor(trace.suite, place));
      return readerPage(
        trace,
        sites.filter(({ index }) => calls.has(index)),
        shown,
      );
    });
  }
  for (const id of [...drawn.keys()].slice(from - 1, to)) yield* (await runs.get(id)?.()) ?? [];
}
