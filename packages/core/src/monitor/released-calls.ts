import { canonicalJson } from '../history/canonical.ts';
import { recordResult, type LabelledCall } from './calls.ts';
import type { Decision, Explanation, RefusalReason } from './decision.ts';
import { refusalText } from './refusal.ts';
import type { Run } from './run.ts';
import type { ToolOutput } from './tool.ts';
import type { GivenCall } from './transcript.ts';

/** What the framework's own approval came to. */
export interface FrameworkAnswer {
  readonly approved: boolean;
  readonly by: string;
  /** What the person wrote with a no; the model is told. */
  readonly reason?: string | undefined;
}

/** What a framework wants to run, and what it does to the arguments before the tool has them. */
export interface WantedCall<Args> {
  readonly given: unknown;
  readonly parse: (args: unknown) => Args | Promise<Args>;
}

interface KnownCall extends LabelledCall {
  readonly decision: Decision;
  state: 'decided' | 'approved' | 'refused' | 'executed';
  /** Its tool threw, or said that it failed: whatever text the framework makes of it may echo. */
  hasFailed: boolean;
  /** What the person wrote with a no. */
  words: string | undefined;
}

/**
 * The calls that a framework was given: each runs at most once, as it was decided, and only where
 * it was allowed or a person said yes to it.
 */
export class ReleasedCalls {
  readonly #run: Run;
  readonly #calls: Map<string, KnownCall> = new Map();

  constructor(run: Run) {
    this.#run = run;
  }

  add(call: LabelledCall, decision: Decision): void {
    const fresh = { state: 'decided', hasFailed: false, words: undefined } as const;
    this.#calls.set(call.call.id, { ...call, decision, ...fresh });
  }

  find(callId: string): GivenCall | undefined {
    const known = this.#calls.get(callId);
    return known === undefined ? undefined : { ...known, wasRefused: known.state === 'refused' };
  }

  /** What was decided on a call that `step` returned; a call that never was is denied. */
  decisionOf(callId: string): Decision {
    return this.#calls.get(callId)?.decision ?? unknownCall;
  }

  /** What a person should see before they approve: which region reached which argument. */
  explanationOf(callId: string): Explanation {
    return this.#calls.get(callId)?.explanation ?? { evidence: [], unsourced: [] };
  }

  /**
   * Records the answer of the framework's own approval. An answer to no question changes nothing.
   */
  settle(callId: string, answer: FrameworkAnswer): void {
    const known = this.#calls.get(callId);
    if (known?.decision.kind !== 'ask' || known.state !== 'decided') return;
    known.state = answer.approved ? 'approved' : 'refused';
    known.words = answer.reason;
    this.#run.record({
      type: 'question-answered',
      callId,
      answer: answer.approved
        ? { kind: 'yes', by: [answer.by], hash: '' }
        : { kind: 'no', by: [answer.by], reason: answer.reason },
      label: known.label,
    });
  }

  /**
   * Runs a call that was allowed or approved: the arguments that were checked, once. `given` is
   * what the framework wants to run; `parse` is what it did to the arguments (schema defaults).
   * Where the two differ, someone changed the call after it was decided, and it does not run.
   */
  async execute<Args>(
    callId: string,
    { given, parse }: WantedCall<Args>,
    run: (args: Args) => Promise<ToolOutput> | ToolOutput,
  ): Promise<ToolOutput> {
    const known = this.#calls.get(callId);
    if (known === undefined) return refusedOutput('tool-unknown', unknownCall);
    const reason = reasonAgainst(known);
    if (reason !== undefined) return this.#refused(known, reason);
    const args = await parse(known.call.value);
    // INVARIANT (once): nothing is awaited between this check and the change of state.
    const late =
      reasonAgainst(known) ?? (isSame(args, given) ? undefined : 'confirmation-mismatch');
    if (late !== undefined) return this.#refused(known, late);
    known.state = 'executed';
    known.hasFailed = true;
    const output = await run(args);
    known.hasFailed = typeof output !== 'string' && output.failed === true;
    recordResult(this.#run, { call: known.call, label: known.label, output });
    return output;
  }

  #refused(known: KnownCall, reason: RefusalReason): ToolOutput {
    const { rule } = known.decision;
    const { label, call } = known;
    this.#run.record({ type: 'call-refused', callId: call.id, rule, reason, label });
    return refusedOutput(reason, known.decision);
  }
}

const unknownCall: Decision = {
  kind: 'deny',
  rule: 'monitor',
  reason: 'tool-unknown',
  violations: [],
};

/** Whether two values read alike as JSON; what JSON cannot hold is like nothing. */
function isSame(args: unknown, given: unknown): boolean {
  try {
    return canonicalJson(args) === canonicalJson(given);
  } catch {
    return false;
  }
}

function reasonAgainst({ decision, state }: KnownCall): RefusalReason | undefined {
  if (state === 'refused') return 'person-said-no';
  if (state === 'executed') return 'confirmation-mismatch';
  if (decision.kind === 'deny') return decision.reason;
  return decision.kind === 'ask' && state !== 'approved' ? 'no-answer-in-time' : undefined;
}

function refusedOutput(reason: RefusalReason, { rule, violations }: Decision): ToolOutput {
  return {
    parts: [{ kind: 'text', text: refusalText({ rule, reason, violations }) }],
    failed: true,
  };
}
