import type { AgentInputItem, InputGuardrail } from '@openai/agents';
import { SluiceError } from '../../errors.ts';
import type { GuardOptions } from '../shared/guard-options.ts';
import type { GuardedRuns } from '../shared/guarded-runs.ts';
import type { AgentsCall } from './model.ts';
import { transcriptOf } from './items.ts';

/** Learns what the callers of an agent wrote, before a session or a hook adds to it. */
export class CallerInput {
  readonly #run: GuardedRuns<AgentsCall>;
  readonly #options: GuardOptions;
  /** The caller has handed turns in, and no run has begun with them. */
  #isHandedIn = false;
  #isUntold = false;

  constructor(run: GuardedRuns<AgentsCall>, options: GuardOptions) {
    this.#run = run;
    this.#options = options;
  }

  readonly handIn = <Input extends string | readonly AgentInputItem[]>(input: Input): Input => {
    const messages = transcriptOf(input);
    const all = messages.some(({ role }) => role === 'assistant' || role === 'tool');
    this.#run.handIn(messages, { all });
    this.#isHandedIn = true;
    return input;
  };

  /**
   * The first that the SDK lets an agent do with a run's input. A text is as the caller gave it; a
   * list may be what a session made of it, with a callback that may write whatever it likes.
   */
  readonly guardrail: InputGuardrail = {
    name: 'sluice-caller-input',
    runInParallel: false,
    execute: async ({ input }) => {
      if (typeof input === 'string' && !this.#isHandedIn) this.#run.handIn(transcriptOf(input));
      this.#isUntold = typeof input !== 'string' && !this.#isHandedIn;
      this.#isHandedIn = false;
      return { tripwireTriggered: false, outputInfo: null };
    },
  };

  /** Throws `tools-invalid` where nobody said which turns of a list are the caller's. */
  check(): void {
    if (!this.#isUntold || this.#options.addedText !== undefined) return;
    throw new SluiceError('tools-invalid', 'the guard was not told what the caller wrote', {
      hint:
        'write `run(agent, handIn(input), { session })`, with the `handIn` that `guard` gave back: ' +
        "of a list, or with a session, others may have added turns of their own; or say `addedText: 'top'`",
    });
  }
}
