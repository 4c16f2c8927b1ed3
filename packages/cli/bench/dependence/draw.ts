import { policyFor } from '../../src/replay/suites.ts';
import { callSites, namedRuns } from './call-sites.ts';
import { readerPage, type Shown } from './reader-page.ts';
import { Sample, type SampleSize } from './sample.ts';

/** What the labels were made from. */
export const drawnSize: SampleSize = { seed: 4, perStratum: 6, perRun: 2 };

/** Draws calls and prints what a reader needs to judge them, run by run. */
export async function* draw(data: readonly string[], size: SampleSize): AsyncGenerator<string> {
  const sample = new Sample(size);
  for await (const named of namedRuns(data)) sample.add(named);
  const drawn = Map.groupBy(sample.drawn, ({ run }) => run);
  const runs = new Map<string, () => Promise<readonly string[]>>();
  const shown: Shown = new Map();
  for await (const named of namedRuns(data)) {
    const calls = new Set(drawn.get(named.id)?.map(({ call }) => call));
    if (calls.size === 0) continue;
    const place = { policy: undefined, policies: undefined };
    runs.set(named.id, async () => {
      const sites = callSites(named.run, await policyFor(named.run.suite, place));
      return readerPage(
        named,
        sites.filter(({ index }) => calls.has(index)),
        shown,
      );
    });
  }
  for (const id of drawn.keys()) yield* (await runs.get(id)?.()) ?? [];
}
