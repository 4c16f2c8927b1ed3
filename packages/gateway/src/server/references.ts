import { referencesIn, withReferences } from '../protocol/responses/references.ts';
import { runOf } from '../run/ids.ts';
import type { LiveRun } from '../run/live-run.ts';
import type { Owner, Runs } from '../run/runs.ts';

const answerIds = /[0-9a-f]{32}/g;

/**
 * The body with the items that it only names put in, from the runs of this client's tenant. What
 * names nothing of ours stays, and is refused when the body is read. One that holds all its items
 * needs no run, and so no store.
 */
export async function resolved(body: unknown, runs: Runs, owner: Owner): Promise<unknown> {
  const found = new Map<string, LiveRun>();
  for (const id of namedIn(body)) {
    const name = runOf(id);
    const run = name === undefined ? undefined : await runs.get(owner, name);
    if (run !== undefined) found.set(id, run);
  }
  return withReferences(body, (id) => found.get(id)?.answers.get(id));
}

function namedIn(body: unknown): ReadonlySet<string> {
  return new Set(referencesIn(body).flatMap((id) => id.match(answerIds) ?? []));
}
