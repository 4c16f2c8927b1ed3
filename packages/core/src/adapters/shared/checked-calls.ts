import type { FrameworkAnswer } from '../../session/call-state.ts';
import { CallChecks } from '../../engine/call/call-checks.ts';
import { readsExactly } from '../../history/json/json.ts';
import { canonicalJson } from '../../history/json/canonical.ts';
import type { Decision } from '../../engine/decision.ts';
import type { ToolOutput } from '../../engine/tool.ts';
import {
  mayBeRounded,
  refusalOf,
  type CallGate,
  type ExecuteInput,
  type Executed,
} from './call-gate.ts';
import { promptLabelOf, type CallCheckOptions } from './guard-options.ts';

interface Checked {
  /** The tool and its canonical arguments: what was decided is what may run. */
  readonly call: string;
  readonly decision: Decision;
  approved: boolean;
  done: boolean;
}

interface CallInput {
  readonly callId: string;
  readonly tool: string;
  readonly given: unknown;
}

/** The gate of tools that are wrapped without their model: call checks alone. */
export class CheckedCalls implements CallGate {
  readonly #checks: CallChecks;
  readonly #calls: Map<string, Checked> = new Map();

  constructor(options: CallCheckOptions) {
    const { policy, within } = options;
    this.#checks = new CallChecks({ policy, prompt: promptLabelOf(options), within });
  }

  /**
   * Decides a call once, so that calls of one generation are decided before any of them runs. The
   * ids are the model's here: another call under a known id is a new call, and one that ran under
   * an approval does not run again.
   */
  readonly decide = ({ callId, tool, given }: CallInput): Decision => {
    const call = canonicalJson([tool, given]);
    const known = this.#calls.get(callId);
    if (known?.call === call && (!known.done || known.approved)) return known.decision;
    // Nobody is asked about a call that would be another one when it ran.
    const decision = isRounded(given) ? notExact : this.#checks.decide(tool, given);
    this.#calls.set(callId, { call, decision, approved: false, done: false });
    return decision;
  };

  readonly settle = (callId: string, { approved }: FrameworkAnswer): void => {
    const known = this.#calls.get(callId);
    if (known?.decision.kind === 'ask') known.approved = approved;
  };

  readonly execute = async <Args, Result>(
    { callId, tool, given, parse }: ExecuteInput<Args>,
    run: (args: Args) => Promise<Result> | Result,
    toOutput: (result: Result) => Promise<ToolOutput> | ToolOutput,
  ): Promise<Executed<Result>> => {
    const decision = this.decide({ callId, tool, given });
    const known = this.#calls.get(callId);
    const may = decision.kind === 'allow' || (decision.kind === 'ask' && known?.approved === true);
    if (known === undefined || known.done || !may) {
      return { kind: 'refused', text: refusalOf(decision) };
    }
    known.done = true;
    try {
      const args = await parse(given);
      const result = await this.#checks.run(() => run(args));
      this.#checks.saw(tool, given, await toOutput(result));
      return { kind: 'ran', result };
    } catch (error) {
      // The framework tells the model of the error, and its text may echo anything.
      const text = error instanceof Error ? error.message : '';
      this.#checks.saw(tool, given, { parts: [{ kind: 'text', text }], failed: true });
      throw error;
    }
  };
}

/**
 * Without the model, all that there is of a call is what the framework parsed; or its text, where
 * that is nothing that can be parsed and stays the same.
 */
function isRounded(given: unknown): boolean {
  return mayBeRounded(given) || (typeof given === 'string' && !readsExactly(given));
}

const notExact: Decision = {
  kind: 'deny',
  rule: 'monitor',
  reason: 'number-not-exact',
  violations: [],
};
