import { canonicalJson } from '../../history/json/canonical.ts';
import { labelOfMessage } from '../../history/regions.ts';
import type { Label } from '../../label/label.ts';
import { joinAll } from '../../label/lattice.ts';
import type { Policy } from '../../policy/policy.ts';
import { decide, type Decision, ruleCall } from '../decision.ts';
import { labelledResult } from '../labelling.ts';
import { during, type EnclosingCall, Enclosure } from '../nested/enclosure.ts';
import type { ToolOutput } from '../tool.ts';
import { markOf, readBackOf } from '../read-back.ts';
import { parseArguments } from './call.ts';

/**
 * The guarantee where tools are wrapped and the model is not: every call is checked at the join of
 * all results seen so far, for the model may have read any of them. There is no redaction, so
 * nothing is ever narrower than that, and what the model was told besides is the caller's word.
 */
export class CallChecks {
  readonly guarantee = 'call-checks';
  readonly #policy: Policy;
  readonly #enclosure: Enclosure;
  #seen: Label;

  /**
   * `prompt`: the label of everything that the model is told outside of tool results. `within`: the
   * call that all this works for, where the platform has no asynchronous context.
   */
  constructor(options: {
    readonly policy: Policy;
    readonly prompt: Label;
    readonly within?: EnclosingCall | undefined;
  }) {
    this.#policy = options.policy;
    this.#enclosure = new Enclosure(options.policy.space, options.within);
    this.#seen = options.prompt;
    this.#enclosure.sees(options.prompt);
  }

  /** The label that the next call would carry. */
  get label(): Label {
    const { handed, late } = this.#enclosure;
    return joinAll(this.#policy.space, [this.#seen, handed, late]);
  }

  decide(tool: string, args: unknown): Decision {
    const { label } = this;
    if (this.#policy.vouchesFor(tool)) {
      this.#enclosure.wrote(markOf(this.#policy, { tool, label }));
    } else {
      this.#enclosure.wroteUnnamed(label);
    }
    const ruling = ruleCall(this.#policy, { tool, args: canonicalJson(args) });
    return decide(this.#policy.space, label, ruling);
  }

  /** Runs a tool: what runs inside the call starts at its label, and is in what it gives back. */
  async run<Result>(work: () => Promise<Result> | Result): Promise<Result> {
    const { space } = this.#policy;
    return this.#enclosure.during(async () => {
      const running = this.#enclosure.opened(this.label);
      return during(running, work).finally(() => {
        this.#seen = space.join(this.#seen, running.end());
      });
    });
  }

  /** Joins a result into what has been seen. Its call carries the label of everything before it. */
  saw(tool: string, args: unknown, output: ToolOutput): void {
    const { space } = this.#policy;
    const { text = '', value } = parseArguments(canonicalJson(args)) ?? {};
    const result = labelledResult(this.#policy, { tool, args: text, value }, output);
    const label = labelOfMessage(space, { role: 'tool', callId: '', ...result });
    const written = readBackOf(this.#policy, this.#enclosure.written, tool);
    this.#seen = joinAll(space, [this.#seen, label, written]);
    this.#enclosure.sees(this.label);
  }
}
