import type { RunFiles } from './files.ts';
import { pointerBelow } from '../history/document.ts';
import type { Label, LabelSpace } from '../label/label.ts';
import type { DraftCall, ModelReply } from '../model/chat-model.ts';
import {
  placesIn,
  type DenyReason,
  type Policy,
  type ReplyPlace,
  type Ruling,
} from '../policy/policy.ts';
import type { Evidence } from '../propagate/propagator.ts';

/** The word on one call or one answer. Data, not an exception: callers must look. */
export type Decision =
  | {
      readonly kind: 'allow';
      readonly rule: string;
      /** In `log` mode: what would have happened. */
      readonly wouldBe?: 'ask' | 'deny' | undefined;
      readonly violations: readonly Violation[];
    }
  | { readonly kind: 'ask'; readonly rule: string; readonly violations: readonly Violation[] }
  | {
      readonly kind: 'deny';
      readonly rule: string;
      readonly reason: RefusalReason;
      readonly violations: readonly Violation[];
    };

/** The policy's own reasons, in a form that a program can list. */
const denyReasons: Readonly<Record<DenyReason, true>> = {
  'arguments-unparseable': true,
  'arguments-invalid': true,
  'argument-not-allowed': true,
  'duplicate-keys': true,
  'placeholder-in-argument': true,
  'forbidden-text': true,
  'policy-failed': true,
};

const ownReasons = [
  'label-above-ceiling',
  'tool-unknown',
  'nobody-to-ask',
  'approver-not-cleared',
  'duty-not-separated',
  'person-said-no',
  'no-answer-in-time',
  'confirmation-mismatch',
  'tool-changed',
  'asked-already',
  'limit-reached',
  'turn-aborted',
  'call-truncated',
  'number-not-exact',
] as const;

/** Why a call was not made. Closed, and free of values. */
export type RefusalReason = DenyReason | (typeof ownReasons)[number];

/** Reads a reason that was written down; `undefined` for what is none. */
export function parseReason(text: unknown): RefusalReason | undefined {
  const own = ownReasons.find((reason) => reason === text);
  return own ?? (typeof text === 'string' && isDenyReason(text) ? text : undefined);
}

function isDenyReason(text: string): text is DenyReason {
  return Object.hasOwn(denyReasons, text);
}

/** One dimension in which a label does not flow to its ceiling. */
export interface Violation {
  /** The dimension's name, or `*` where the policy makes no call of this tool automatic. */
  readonly dimension: string;
  /** JSON pointer of the argument; empty for the call as a whole. */
  readonly argument: string;
}

/**
 * The labels of a call: that of the tool and of each argument that something acts on (control), and
 * that of the arguments which only say something (data). Control flows to data.
 */
export interface CallLabels {
  readonly control: Label;
  readonly data: Label;
}

/** The policy's word on a call, and the least label that the call has by the files that it runs. */
export type CallRuling = Ruling & { readonly least?: Label | undefined };

/** A call of which every part has one label. */
export function decide(space: LabelSpace, label: Label, ruling: CallRuling): Decision {
  return decideParts(space, { control: label, data: label }, ruling);
}

/**
 * Pure: holds labels against a ruling (RTBAS alg. 4 lines 9-12). A call runs only where its labels
 * flow to their ceilings; where they do not, the policy says whether a person may decide.
 */
export function decideParts(space: LabelSpace, labels: CallLabels, ruling: CallRuling): Decision {
  switch (ruling.kind) {
    case 'deny':
      return { kind: 'deny', rule: ruling.rule, reason: ruling.reason, violations: [] };
    case 'never':
      return violated(ruling, [{ dimension: '*', argument: '' }]);
    case 'ceiling': {
      const violations = violationsOf(space, labels, ruling);
      if (violations.length === 0) return { kind: 'allow', rule: ruling.rule, violations };
      return violated(withFiles(space, ruling), violations);
    }
  }
}

/** Nothing that the person is shown tells why, where it is the files: the rule names them. */
function withFiles(
  space: LabelSpace,
  ruling: Extract<CallRuling, { kind: 'ceiling' }>,
): Extract<Ruling, { kind: 'ceiling' }> {
  const { least = space.bottom, ceiling, rule } = ruling;
  if (space.flowsTo(least, ceiling)) return ruling;
  return { ...ruling, rule: `${rule}, and files that it may run: see sluice files list` };
}

function violationsOf(
  space: LabelSpace,
  { control, data }: CallLabels,
  ruling: Extract<CallRuling, { kind: 'ceiling' }>,
): readonly Violation[] {
  const { least = space.bottom } = ruling;
  const ceilings = Object.entries(ruling.perArgument).map(([name, ceiling]) => ({
    argument: pointerBelow('', name),
    label: space.join(data, least),
    ceiling,
  }));
  const whole = { argument: '', label: space.join(control, least), ceiling: ruling.ceiling };
  return [whole, ...ceilings].flatMap(({ argument, label, ceiling }) =>
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

/** The rulings on calls and answers as they were drafted: the policy is asked once for each. */
export class Rulings {
  readonly #policy: Policy;
  readonly #known: WeakMap<DraftCall | AnswerText, Ruling> = new WeakMap();
  readonly #places: WeakMap<DraftCall, ReplyPlace> = new WeakMap();

  readonly #files: RunFiles | undefined;

  constructor(policy: Policy, files?: RunFiles) {
    this.#policy = policy;
    this.#files = files;
  }

  /** Notes where the calls of a reply stand in it: for all of them there is one bound of work. */
  place({ calls }: Pick<ModelReply, 'calls'>): void {
    const places = placesIn(calls);
    for (const [at, call] of calls.entries()) {
      const place = places[at];
      if (place !== undefined) this.#places.set(call, place);
    }
  }

  of(call: DraftCall): CallRuling {
    const { tool, args } = call;
    const place = this.#places.get(call);
    const ruling = this.#known.get(call) ?? ruleCall(this.#policy, { tool, args, place });
    this.#known.set(call, ruling);
    // Other runs write files too, so this is asked anew.
    const least = this.#files?.runs({ tool, args });
    return least === undefined ? ruling : { ...ruling, least };
  }

  ofAnswer(answer: AnswerText): Ruling {
    const ruling = this.#known.get(answer) ?? ruleAnswer(this.#policy, answer);
    this.#known.set(answer, ruling);
    return ruling;
  }
}

/** The ruling on a call. A policy that throws has permitted nothing. */
export function ruleCall(
  policy: Policy,
  { tool, args, place }: DraftCall & { readonly place?: ReplyPlace | undefined },
): Ruling {
  try {
    return policy.ruleCall(tool, args, place);
  } catch {
    return { kind: 'deny', rule: 'policy', reason: 'policy-failed' };
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

/** A region that a place in a call may come from, ready to be shown to whoever may see the call. */
export interface ShownEvidence extends Omit<Evidence, 'call'> {
  /** Its author: `system`, `user`, `assistant`, or the name of a declared tool. */
  readonly from: string;
  /** Where in its document it stands, e.g. `$[0]['subject']`. */
  readonly path: string;
  readonly label: Label;
  /** The beginning of its text. */
  readonly excerpt: string;
}

/** Which region reached which argument of one call. Shown to the person; decides nothing. */
export interface Explanation {
  readonly evidence: readonly ShownEvidence[];
  /** JSON pointers of arguments without any visible source. */
  readonly unsourced: readonly string[];
}

/** The explanation of one call that a person sees before they approve it. */
export interface CallExplanation extends Explanation {
  /** The rule that decided. */
  readonly rule: string;
  readonly violations: readonly Violation[];
  readonly label: Label;
  /** The ceiling; `undefined` where no label makes this tool automatic, or none was kept. */
  readonly ceiling: Label | undefined;
}

/** A person is shown it before they answer. Everything in it stands at or below `label`. */
export interface ConfirmRequest {
  readonly run: string;
  readonly callId: string;
  readonly tool: string;
  /** Canonical JSON of the exact arguments that will run. */
  readonly args: string;
  readonly label: Label;
  /** The ceiling; `undefined` where no label makes this tool automatic. */
  readonly ceiling: Label | undefined;
  readonly rule: string;
  readonly violations: readonly Violation[];
  /** Which region reached which argument. */
  readonly evidence: readonly ShownEvidence[];
  /** Drafted arguments without a visible source (JSON pointers). */
  readonly unsourced: readonly string[];
  /** They must authorise, by a separation-of-duty dimension; empty = any one cleared person. */
  readonly dutyOf: readonly string[];
  /** SHA-256 over all of the above: what is approved is what was shown. */
  readonly hash: string;
}

export type ConfirmAnswer =
  | { readonly kind: 'yes'; readonly by: readonly string[]; readonly hash: string }
  | { readonly kind: 'no'; readonly by: readonly string[]; readonly reason?: string | undefined };

/** Asks the person, out of the agent's reach. No answer is no. */
export interface Confirm {
  /** The person may be shown so much: a call labelled above it is refused without asking. */
  readonly clearance: Label;
  readonly ask: (request: ConfirmRequest, signal: AbortSignal) => Promise<ConfirmAnswer>;
}
