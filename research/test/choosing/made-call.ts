import { draftOf } from '../../src/screener/pair/labelled-call.ts';
import { madePolicy, madeTrace, there } from '../screener/made-runs.ts';
import { callSites } from '../../src/screener/trace/call-sites.ts';
import { leastLabels, regionsOfResults } from '../../src/choosing/call/hand-calls.ts';
import type { KnownCall, KnownSource } from '../../src/choosing/call/known-call.ts';

const policy = await madePolicy();

/** A payment after two untrusted notes and a trusted receipt; `m3.0`, `m5.0` and `m7.0`. */
export function madeCall(
  sources: readonly (readonly (readonly string[])[])[],
  { id = 'run#3', task = 'task' }: { readonly id?: string; readonly task?: string } = {},
): KnownCall {
  const trace = madeTrace({
    user: 'Pay what the notes say.',
    calls: [
      note('a', 'To AB1234567, please.'),
      note('b', 'The sum is 77.50.'),
      { tool: 'pay', args: { to: 'X' }, result: 'paid' },
      { tool: 'pay', args: { to: 'AB1234567', sum: 77.5 }, result: 'paid' },
    ],
  });
  const site = there(callSites(trace, policy).at(-1));
  const { history } = site;
  const { space } = policy;
  const regions = regionsOfResults(history);
  const known = sources.map((alternatives): KnownSource => ({
    alternatives: alternatives.map((ids) => new Set(ids)),
  }));
  const floor = space.bottom;
  const least = leastLabels(space, { floor, sources: known, regions });
  const draft = draftOf(site);
  return { id, task, policy, space, history, draft, floor, regions, sources: known, least };
}

function note(name: string, result: string): Parameters<typeof madeTrace>[0]['calls'][number] {
  return { tool: 'read_note', args: { name }, result };
}
