import type { Brief } from './attacker.ts';

/** A read that the user's task makes anyway, as the reader's orders write calls. */
export function readOf({ task, tools }: Brief): string {
  const read = task.groundTruth.find(({ tool }) => /^(?:get|read|list|search)_/.test(tool));
  const [first = ''] = tools;
  return `${read?.tool ?? first} ${JSON.stringify(read?.args ?? {})}`;
}
