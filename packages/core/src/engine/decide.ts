import { pointerBelow } from '../history/json/json-pointer.ts';
import type { Label, LabelSpace } from '../label/label.ts';
import type { Policy, Ruling } from '../policy/policy.ts';
import type { DraftCall, ModelReply } from '../model/chat-model.ts';
import type { Decision, Violation } from './decision.ts';

/**
 * Pure: holds a label against a ruling (RTBAS alg. 4 lines 9-12). A call runs only where its label
 * flows to the ceiling; where it does not, the policy says whether a person may decide.
 */
export function decide(space: LabelSpace, label: Label, ruling: Ruling): Decision {
  switch (ruling.kind) {
    case 'deny':
      return { kind: 'deny', rule: ruling.rule, reason: ruling.reason, violations: [] };
    case 'never':
      return violated(ruling, [{ dimension: '*', argument: '' }]);
    case 'ceiling': {
      const violations = violationsOf(space, label, ruling);
      if (violations.length === 0) return { kind: 'allow', rule: ruling.rule, violations };
      return violated(ruling, violations);
    }
  }
}

/** The ruling on a call. A policy that throws has permitted nothing. */
export function ruleCall(policy: Policy, tool: string, args: string): Ruling {
  try {
    return policy.ruleCall(tool, args);
  } catch {
    return { kind: 'deny', rule: 'policy', reason: 'policy-failed' };
  }
}

/** The rulings on calls and answers as they were drafted: the policy is asked once for each. */
export class Rulings {
  readonly #policy: Policy;
  readonly #known: WeakMap<DraftCall | AnswerText, Ruling> = new WeakMap();

  constructor(policy: Policy) {
    this.#policy = policy;
  }

  of(call: DraftCall): Ruling {
    const ruling = this.#known.get(call) ?? ruleCall(this.#policy, call.tool, call.args);
    this.#known.set(call, ruling);
    return ruling;
  }

  ofAnswer(answer: AnswerText): Ruling {
    const ruling = this.#known.get(answer) ?? ruleAnswer(this.#policy, answer);
    this.#known.set(answer, ruling);
    return ruling;
  }
}

/** A text that goes out as an answer, and whether JSON was asked for. */
export type AnswerText = Pick<ModelReply, 'text' | 'structured'>;

/** The ruling on an answer. A policy that throws has permitted nothing. */
function ruleAnswer(policy: Policy, { text, structured }: AnswerText): Ruling {
  try {
    return policy.ruleAnswer(text, { structured });
  } catch {
    return { kind: 'deny', rule: 'policy', reason: 'policy-failed' };
  }
}

function violationsOf(
  space: LabelSpace,
  label: Label,
  ruling: Extract<Ruling, { kind: 'ceiling' }>,
): readonly Violation[] {
  const ceilings = Object.entries(ruling.perArgument).map(([name, ceiling]) => ({
    argument: pointerBelow('', name),
    ceiling,
  }));
  return [{ argument: '', ceiling: ruling.ceiling }, ...ceilings].flatMap(({ argument, ceiling }) =>
    space.violated(label, ceiling).map((dimension) => ({ dimension, argument })),
  );
}

function violated(
  { rule, onViolation, instead = 'ask' }: Exclude<Ruling, { kind: 'deny' }>,
  violations: readonly Violation[],
): Decision {
  switch (onViolation) {
    case 'ask':
      return { kind: 'ask', rule, violations };
    case 'block':
      return { kind: 'deny', rule, reason: 'label-above-ceiling', violations };
    case 'log':
      return { kind: 'allow', rule, wouldBe: instead, violations };
  }
}
