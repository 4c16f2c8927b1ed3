import {
  type CarryOut,
  type DecidedCall,
  judgeCall,
  labelledCall,
  runTool,
  verdictOn,
} from '../engine/call/call.ts';
import {
  recordDecision,
  labelsOf,
  recordRefusal,
  recordResult,
} from '../engine/call/record-call.ts';
import { type Approval, reasonNotToAsk, type Verdict } from '../engine/call/confirm.ts';
import { refusalOf, refusedOutput } from '../engine/call/refusal.ts';
import type { CallExplanation, Decision, RefusalReason } from '../engine/decision.ts';
import { unseenResultLabel } from '../engine/labelling.ts';
import { during, type RunningCall } from '../engine/nested/enclosure.ts';
import { asWritten, type Run } from '../engine/run.ts';
import { hasFailed, readsAlike, type ToolOutput } from '../engine/tool.ts';
import { readsExactly } from '../history/json/json.ts';
import type { Message } from '../history/message.ts';
import type { Label } from '../label/label.ts';
import { joinAll } from '../label/lattice.ts';
import {
  type CallState,
  type CarriedOut,
  explained,
  type FrameworkAnswer,
  type GivenCall,
  type GivenCalls,
  isSame,
  type KnownCall,
  mayRun,
  reasonAgainst,
  refusedAs,
  settledBy,
  unknownCall,
  type WantedCall,
} from './call-state.ts';
import { type LogRecord, saveCall, saveCallState } from './saved/saved-session.ts';

/** A result as its run labelled it, and what it was labelled by. */
interface Built {
  readonly output: ToolOutput;
  readonly late: Label;
  readonly message: Message;
}

/**
 * The calls that a framework was given: each runs at most once, as it was decided, and only where
 * it was allowed or a person said yes to it.
 */
export class ReleasedCalls implements GivenCalls {
  readonly #run: Run;
  readonly #calls: Map<string, KnownCall> = new Map();
  readonly #log: LogRecord;
  /** Results that have not come back with the transcript yet. */
  readonly #built: Map<string, Built> = new Map();

  /** `log` is told of each change, for who keeps the session. */
  constructor(run: Run, log: LogRecord) {
    this.#run = run;
    this.#log = log;
  }

  /** Goes on with the calls of a saved session. */
  restore(calls: readonly KnownCall[]): void {
    for (const call of calls) this.#calls.set(call.call.id, call);
  }

  /**
   * Another policy than the one that decided is in force: a call that has not run is decided again,
   * and a yes that was given under the old one is none.
   */
  decideAnew(approval: Approval): void {
    for (const known of this.#calls.values()) {
      if (known.state !== 'decided' && known.state !== 'approved') continue;
      const declared = this.#run.tools.isIn(known.call.tool, known.label);
      const call = { ...known.call, declared };
      const { control = known.label, label: data } = known;
      const labelled = labelledCall(this.#run, call, { control, data });
      const judged = judgeCall(this.#run, labelled, { truncated: false, index: 0 });
      const anew: KnownCall = {
        ...known,
        ...labelled,
        mayHaveRun: mayRun(known),
        state: 'decided',
        ceiling: judged.ceiling,
        decision: this.#askable(known, judged.decision, approval),
      };
      this.#calls.set(known.call.id, anew);
      recordDecision(this.#run, anew, anew.decision);
      this.#log(() => saveCall(anew));
    }
  }

  /** A framework asks one unnamed person; an asker is not asked about what was given out. */
  #askable({ label }: KnownCall, decision: Decision, approval: Approval): Decision {
    if (decision.kind !== 'ask') return decision;
    const { rule, violations } = decision;
    const reason =
      approval.by === 'framework'
        ? reasonNotToAsk(this.#run, label, approval.clearance)
        : 'nobody-to-ask';
    return reason === undefined ? decision : { kind: 'deny', rule, violations, reason };
  }

  /** `approved`: a person said yes to it already, where it needed one. */
  add(
    { call, label, control, explanation, decision, ceiling }: DecidedCall,
    { approved }: { readonly approved: boolean },
  ): void {
    const state = approved && decision.kind === 'ask' ? 'approved' : 'decided';
    const fresh = { state, hasFailed: false, words: undefined, within: undefined } as const;
    const known = { call, label, control, explanation, decision, ceiling, ...fresh };
    this.#calls.set(call.id, known);
    this.#log(() => saveCall(known));
    if (approved || decision.kind === 'allow') this.#runs(known);
  }

  /** It is decided that the call runs. */
  #runs({ call, label }: KnownCall): void {
    this.#run.files.decided(asWritten(call), label);
  }

  find(callId: string): GivenCall | undefined {
    const known = this.#calls.get(callId);
    return known === undefined ? undefined : { ...known, refusedAs: refusedAs(known) };
  }

  /** The join of the labels that results which have not come yet would have. */
  outstandingLabel(): Label {
    const open = [...this.#calls.values()].filter(
      (known) => known.state !== 'executed' && mayRun(known),
    );
    return joinAll(
      this.#run.space,
      open.map((known) => this.#labelOfResult(known)),
    );
  }

  /** The least label of this call's result; `undefined` where it was never to be made. */
  resultLabel(callId: string): Label | undefined {
    const known = this.#calls.get(callId);
    const isMade = known !== undefined && known.state === 'executed';
    if (known === undefined || !(isMade || mayRun(known))) return undefined;
    return this.#labelOfResult(known);
  }

  #labelOfResult({ call, label, within = this.#run.space.bottom }: KnownCall): Label {
    const { space } = this.#run;
    const own = unseenResultLabel(this.#run.options.policy, call.tool);
    const least = this.#run.leastOfResult(call.tool);
    return joinAll(space, [label, within, own, least, this.#run.files.label(asWritten(call))]);
  }

  /** The client has run it and says what came of it. Recorded once. */
  returned(callId: string, output: ToolOutput, label: Label): void {
    const known = this.#calls.get(callId);
    if (known === undefined || reasonAgainst(known) !== undefined) return;
    this.#become(known, { state: 'executed' });
    this.#run.record({ type: 'call-executed', callId, output, ...labelsOf(known), label });
  }

  /** The decision on a call that `step` returned; a call that never was is denied. */
  decisionOf(callId: string): Decision {
    return this.#calls.get(callId)?.decision ?? unknownCall;
  }

  /** Shown to a person before they approve: the rule, the labels, what reached the arguments. */
  explanationOf(callId: string): CallExplanation {
    return explained(this.#calls.get(callId), this.#run.space.top);
  }

  /**
   * Records the answer of the framework's own approval. An answer to no question changes nothing.
   */
  settle(callId: string, answer: FrameworkAnswer): void {
    const known = this.#calls.get(callId);
    if (known?.decision.kind !== 'ask' || known.state !== 'decided') return;
    const { state, recorded } = settledBy(answer);
    const settled = this.#become(known, { state, words: answer.reason });
    if (state === 'approved') this.#runs(settled);
    const { label, ceiling } = known;
    const type = 'question-answered';
    this.#run.record({ type, callId, answer: recorded, label, ...(ceiling && { ceiling }) });
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
    if (known === undefined) return unknownOutput;
    // The tool is given a parsed value: no person saw the number that it would hold.
    const reason =
      reasonAgainst(known) ?? (readsExactly(known.call.args) ? undefined : 'number-not-exact');
    if (reason !== undefined) return this.#refused(known, reason);
    const args = await parse(known.call.value);
    // INVARIANT (once): nothing is awaited between this check and the change of state.
    const late =
      reasonAgainst(this.#calls.get(callId) ?? known) ??
      (isSame(args, given) ? undefined : 'confirmation-mismatch');
    if (late !== undefined) return this.#refused(known, late);
    return this.#executed(known, (running) => during(running, () => run(args)));
  }

  /**
   * Settles a call when the run's own loop comes to it (RTBAS alg. 4 lines 10-14): runs it, asks
   * first, or refuses. It is settled once.
   */
  async carryOut(callId: string, by: CarryOut): Promise<CarriedOut> {
    const known = this.#calls.get(callId);
    if (known === undefined) return notMade(unknownOutput);
    const isOver = known.state !== 'decided';
    const verdict = isOver ? settledBefore : await verdictOn(this.#run, known, by);
    // INVARIANT (once): nothing is awaited between this check and the change of state.
    if (isOver || this.#calls.get(callId) !== known) {
      return notMade(this.#refused(known, 'confirmation-mismatch'));
    }
    if (verdict.kind === 'no') {
      const { reason, words } = verdict;
      return notMade(
        this.#refused(this.#become(known, { state: 'refused', reason, words }), reason),
      );
    }
    if (known.decision.kind === 'ask') this.#runs(known);
    const output = await this.#executed(known, (running) => runTool(known, running, by));
    return { output, isRefused: false };
  }

  /** The result of a call as it was labelled when it came, if the client says that it read so. */
  takeBuilt(
    callId: string,
    output: Exclude<ToolOutput, string>,
    { isOwn }: { readonly isOwn: boolean },
  ): Message | undefined {
    const built = this.#built.get(callId);
    this.#built.delete(callId);
    if (built === undefined || !readsAlike(built.output, output)) return undefined;
    // A client chose to send it only now. In the own loop it has stood as recorded since it came.
    return isOwn || built.late === this.#run.enclosure.late ? built.message : undefined;
  }

  async #executed(
    known: KnownCall,
    run: (running: RunningCall) => Promise<ToolOutput>,
  ): Promise<ToolOutput> {
    const begun = this.#become(known, { state: 'executed', hasFailed: true });
    const { output, ended } = await this.#ran(begun, run);
    this.#become(ended, { hasFailed: hasFailed(output) });
    const message = recordResult(this.#run, { ...ended, output });
    this.#built.set(ended.call.id, { output, late: this.#run.enclosure.late, message });
    return output;
  }

  /** Runs the tool. Where it throws, what the framework makes of that carries the same. */
  async #ran(
    known: KnownCall,
    run: (running: RunningCall) => Promise<ToolOutput>,
  ): Promise<{ readonly output: ToolOutput; readonly ended: KnownCall }> {
    const running = this.#run.opened(known);
    let ended = known;
    const end = (): void => {
      const within = running.end();
      if (within !== this.#run.space.bottom) ended = this.#become(known, { within });
    };
    const output = await run(running).finally(end);
    return { output, ended };
  }

  #become(known: KnownCall, change: Partial<CallState>): KnownCall {
    const changed = { ...known, ...change };
    this.#calls.set(known.call.id, changed);
    this.#log(() => saveCallState(changed));
    return changed;
  }

  #refused(known: KnownCall, reason: RefusalReason): ToolOutput {
    const refusal = refusalOf(known.decision, reason);
    recordRefusal(this.#run, known, refusal);
    return refusedOutput(refusal);
  }
}

const unknownOutput: ToolOutput = refusedOutput(refusalOf(unknownCall, 'tool-unknown'));

const settledBefore: Verdict = { kind: 'no', reason: 'confirmation-mismatch' };

function notMade(output: ToolOutput): CarriedOut {
  return { output, isRefused: true };
}
