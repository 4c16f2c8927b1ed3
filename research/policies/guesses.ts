import type { Label, Policy } from '@sluice/core';

/** The guesses of a drafted policy beside what people wrote of the same tools. */
export interface Guesses {
  /** Three a tool: its effect, the ceiling of its calls, the label of what it returns. */
  readonly all: number;
  /** Those that allow what the hand-written policy does not. */
  readonly looser: number;
  /** Those that ask where the hand-written policy does not. */
  readonly stricter: number;
}

/**
 * Compares two policies tool by tool, in integrity alone: some of the hand-written ones have another
 * dimension. Fields of results are left out.
 */
export function guessesIn(
  tools: readonly string[],
  { drafted, hand }: { readonly drafted: Policy; readonly hand: Policy },
): Guesses {
  const differences = tools.flatMap((tool) => {
    const written = levelsOf(hand, tool);
    return levelsOf(drafted, tool).map((level, at) => level - (written[at] ?? 0));
  });
  return {
    all: differences.length,
    looser: differences.filter((difference) => difference > 0).length,
    stricter: differences.filter((difference) => difference < 0).length,
  };
}

/** 1 for what allows more: a read, a call that strangers' text may lead to, a trusted result. */
function levelsOf(policy: Policy, tool: string): readonly number[] {
  const ruling = policy.ruleCall(tool, '{}');
  const isFree = ruling.kind === 'ceiling' && isUntrusted(ruling.ceiling);
  const isTrusted = !isUntrusted(policy.labelOpaqueResult(tool, false));
  return [policy.effect(tool) === 'read', isFree, isTrusted].map(Number);
}

function isUntrusted({ text }: Label): boolean {
  return text.split(' & ').includes('untrusted');
}
