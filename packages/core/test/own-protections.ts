import * as fc from 'fast-check';
import { expect } from 'vitest';
import { definePolicy } from '../src/policy/load.ts';
import type { Policy } from '../src/policy/policy.ts';

/**
 * One proposed call of a tool `act`, what its author protects it with, what the policy says, and
 * what the person answers.
 */
export interface Proposal {
  readonly policy: 'allow' | 'ask' | 'block';
  /** Approval on the tool itself: none, always, never, or only for odd amounts. */
  readonly own: 'none' | 'always' | 'never' | 'odd';
  /** Approval that the app sets beside the tool; not every framework has it. */
  readonly app: 'none' | 'ask' | 'deny' | 'approve';
  /** Another check of the tool: a guardrail, or a schema, that turns down amounts above 6. */
  readonly bounded: boolean;
  readonly amount: number;
  /** The model writes a number that JavaScript reads as another one. */
  readonly inexact: boolean;
  readonly answer: boolean;
}

const proposals: fc.Arbitrary<Proposal> = fc.record({
  policy: fc.constantFrom('allow', 'ask', 'block'),
  own: fc.constantFrom('none', 'always', 'never', 'odd'),
  app: fc.constantFrom('none', 'none', 'ask', 'deny', 'approve'),
  bounded: fc.boolean(),
  amount: fc.integer({ min: 0, max: 9 }),
  inexact: fc.constantFrom(false, false, false, true),
  answer: fc.boolean(),
});

export const amountMax = 6;

/** The arguments as the model writes them. */
export function argumentsOf({ amount, inexact }: Proposal): string {
  return `{"amount":${inexact ? '9007199254740993' : amount}}`;
}

export function asksItself({ own, amount }: Proposal): boolean {
  return own === 'always' || (own === 'odd' && amount % 2 === 1);
}

/**
 * The outcome of a run: the amounts that the tool was run with, and how often a person was asked.
 */
export interface Outcome {
  readonly ran: readonly number[];
  readonly asked: number;
}

/** Everything is at the bottom: what the policy does not allow there, it asks about or blocks. */
export async function policyFor({ policy }: Proposal): Promise<Policy> {
  return definePolicy({
    version: 1,
    lattice: { integrity: { chain: ['trusted', 'untrusted'] } },
    onViolation: policy === 'ask' ? 'ask' : 'block',
    tools: {
      act: {
        description: 'trusted',
        call: policy === 'allow' ? { ceiling: 'trusted' } : 'never',
        result: { format: 'text', label: 'trusted' },
      },
    },
    answer: { ceiling: 'untrusted' },
  });
}

/**
 * Everything that runs with the guard would have run without it, and a person is still asked about
 * everything that they were asked about without it; where the policy allows, nothing else changes.
 * A call that cannot run as it was written is asked about by nobody.
 */
export async function removesNoProtection(
  play: (proposal: Proposal, isGuarded: boolean) => Promise<Outcome>,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(proposals, async (proposal) => {
      const without = await play(proposal, false);
      const guarded = await play(proposal, true);
      if (proposal.inexact) {
        expect(guarded).toEqual({ ran: [], asked: 0 });
        return;
      }
      if (proposal.policy === 'allow') expect(guarded).toEqual(without);
      expect(without.ran).toEqual(expect.arrayContaining([...guarded.ran]));
      const mayRun = proposal.policy === 'allow' || (proposal.policy === 'ask' && proposal.answer);
      if (!mayRun) expect(guarded.ran).toEqual([]);
    }),
    { numRuns: 60 },
  );
}
