import type { Decision, CallExplanation } from '../../engine/decision.ts';
import { enclosingCall, type EnclosingCall } from '../../engine/nested/enclosure.ts';
import type { PlainMessage } from '../../history/plain.ts';
import type { FrameworkAnswer } from '../../session/call-state.ts';
import type { Session } from '../../session/session.ts';
import type { CallGate } from './call-gate.ts';
import type { Conversation } from './conversation.ts';
import type { FrameworkCall, GuardedRun, Replied } from './guarded-run.ts';

/**
 * The conversations of one guard: that of the app, and, where the guarded agent is a tool of
 * another guarded agent, one for each call of that tool.
 */
export class GuardedRuns<Params> implements CallGate, Conversation {
  readonly #make: () => GuardedRun<Params>;
  readonly #own: GuardedRun<Params>;
  /** The call inside which the guard was made: its conversation is the guard's own. */
  readonly #home: EnclosingCall | undefined;
  readonly #inside: WeakMap<EnclosingCall, GuardedRun<Params>> = new WeakMap();
  #latest: GuardedRun<Params>;

  constructor(make: () => GuardedRun<Params>) {
    this.#make = make;
    this.#own = make();
    this.#latest = this.#own;
    this.#home = enclosingCall();
  }

  /** The session of the conversation that was begun last. */
  get session(): Session | undefined {
    return this.#latest.session;
  }

  /** The caller wrote these system and user turns. */
  handIn(...given: Parameters<GuardedRun<Params>['handIn']>): void {
    this.#here().handIn(...given);
  }

  step(call: FrameworkCall<Params>): Promise<Replied> {
    return this.#here().step(call);
  }

  decisionOf(callId: string): Decision {
    return this.#here().decisionOf(callId);
  }

  readonly explanationOf = (callId: string): CallExplanation => {
    const here = this.#here();
    const run = here.decisionOf(callId).kind === 'deny' ? this.#latest : here;
    return run.explanationOf(callId);
  };

  readonly forReader: Conversation['forReader'] = (stream, options) =>
    this.#here().forReader(stream, options);

  readonly settle = (callId: string, answer: FrameworkAnswer): void => {
    this.#here().settle(callId, answer);
  };

  readonly asked: NonNullable<CallGate['asked']> = (callId, answer) => {
    this.#here().asked(callId, answer);
  };

  readonly handInResult = (callId: string, messages: readonly PlainMessage[]): void => {
    this.#here().handInResult(callId, messages);
  };

  readonly execute: CallGate['execute'] = (input, run, toOutput) =>
    this.#here().execute(input, run, toOutput);

  #here(): GuardedRun<Params> {
    const call = enclosingCall();
    if (call === undefined || call === this.#home) return this.#own;
    const known = this.#inside.get(call);
    if (known !== undefined) return known;
    const run = this.#make();
    this.#inside.set(call, run);
    this.#latest = run;
    return run;
  }
}
