import { outlineOf, type Policy } from '@sluice/core';
import { wordsIn, writeWordIn } from '@sluice/core/tool-names';
import type { Candidate } from './candidates.ts';

/** Kinds of harm, the gravest first, by words in names of tools. */
const harms: readonly ReadonlySet<string>[] = [
  'money pay payment transfer transaction refund buy purchase invoice charge',
  'password key token permission role grant share invite admin',
  'delete remove drop destroy erase cancel wipe truncate',
  'send post publish mail email message forward upload',
].map((words) => new Set(words.split(' ')));

/**
 * The tool whose calls a change opens to text of strangers, the gravest by its name: its own, or
 * any write whose ceiling holds such text back now.
 */
export function worstOf(candidate: Candidate, policy: Policy): string | undefined {
  if (candidate.kind === 'call' || candidate.kind === 'argument') return candidate.tool;
  const { space } = policy;
  const held = outlineOf(policy).filter(({ tool }) => {
    const ruling = policy.ruleCall(tool, '{}');
    const isOpen = ruling.kind === 'ceiling' && space.flowsTo(space.top, ruling.ceiling);
    return ruling.kind === 'ceiling' && !isOpen && writeWordIn(tool) !== undefined;
  });
  return held.map(({ tool }) => tool).toSorted((a, b) => rankOf(a) - rankOf(b))[0];
}

function rankOf(tool: string): number {
  const rank = harms.findIndex((words) => wordsIn(tool).some((word) => words.has(word)));
  return rank === -1 ? harms.length : rank;
}
