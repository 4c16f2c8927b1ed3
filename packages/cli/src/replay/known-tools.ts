import { SluiceError, type Policy } from '@sluice/core';
import { printable } from '../show/printable.ts';
import type { RecordedRun } from './record.ts';

/**
 * The tools that runs of a suite called and that its policy does not know. Such a call is never
 * made on its own, so another agent's policy would seem to contain every attack: throws
 * `file-unreadable` where fewer than half of the tools are known.
 */
export function unknownTools(
  runs: readonly RecordedRun[],
  { policy, suite }: { readonly policy: Policy; readonly suite: string },
): readonly string[] {
  const called = calledIn(runs.filter((run) => run.suite === suite));
  const unknown = called.filter((tool) => !knows(policy, tool));
  const known = called.length - unknown.length;
  if (known * 2 >= called.length) return unknown;
  throw new SluiceError(
    'file-unreadable',
    `the policy knows ${known} of the ${called.length} tools that \`${printable(suite)}\` called`,
    {
      hint:
        'every call of the others would count as stopped: give the policy of that agent with ' +
        `\`--policy FILE\`, or choose runs with \`--suite\`; unknown: ${namesOf(unknown)}`,
    },
  );
}

/** Tool names as they may be shown: a record may hold any text in their place. */
export function namesOf(tools: readonly string[]): string {
  return tools.map((tool) => `\`${printable(tool)}\``).join(', ');
}

function calledIn(runs: readonly RecordedRun[]): readonly string[] {
  const tools = runs.flatMap(({ messages }) =>
    messages.flatMap((message) =>
      message.role === 'assistant' ? message.calls.map(({ tool }) => tool) : [],
    ),
  );
  return [...new Set(tools)].toSorted();
}

/** The rule names the tool, unless the policy has no word on it. */
function knows(policy: Policy, tool: string): boolean {
  const ruling = policy.ruleCall(tool, '{}');
  return ruling.kind !== 'never' || ruling.rule === tool;
}
