import type { Confirm } from '../engine/decision.ts';
import type { MonitorEvent } from '../engine/events.ts';
import type { EnclosingCall } from '../engine/nested/enclosure.ts';
import { requireKnownOptions, type Shortcuts } from '../engine/run-options.ts';
import type { Tool } from '../engine/tool.ts';
import type { History } from '../history/history.ts';
import type { PlainPart } from '../history/plain.ts';
import type { ChatModel } from '../model/chat-model.ts';
import { Monitor, type TurnOptions, type TurnResult } from '../monitor/monitor.ts';
import type { Policy } from '../policy/policy.ts';
import type { Propagator } from '../propagate/propagator.ts';
import type { Structure } from '../redact/redact.ts';
import {
  loopDefaults,
  requireModel,
  requireOptions,
  requirePolicy,
  requirePropagator,
  requireTools,
} from './shared/guard-options.ts';

export interface RunGuardedOptions extends TurnOptions {
  readonly model: ChatModel;
  /** Makes the drafts in its stead; sees what the policy clears it for as a judge. */
  readonly draftModel?: ChatModel | undefined;
  readonly tools: readonly Tool[];
  readonly policy: Policy;
  /** Asks the person. `undefined`: there is nobody, so what would be asked is refused. */
  readonly confirm: Confirm | undefined;
  readonly system?: string | undefined;
  /** Default: `lineage()`. */
  readonly propagator?: Propagator | undefined;
  /** Default: `keep`. */
  readonly structure?: Structure | undefined;
  /** Default: `defaultShortcuts`. */
  readonly shortcuts?: Shortcuts | undefined;
  readonly onEvent?: ((event: MonitorEvent, run: string) => void) | undefined;
  /** The call that the run works for (`enclosingCall`), where the platform cannot follow it. */
  readonly within?: EnclosingCall | undefined;
}

/** How the run ended, what the model's transcript is now, and all that happened. */
export interface GuardedTurn extends TurnResult {
  readonly history: History;
  readonly events: readonly MonitorEvent[];
}

const runGuardedNames: Readonly<Record<keyof Omit<RunGuardedOptions, keyof TurnOptions>, true>> = {
  model: true,
  draftModel: true,
  tools: true,
  policy: true,
  confirm: true,
  system: true,
  propagator: true,
  structure: true,
  shortcuts: true,
  onEvent: true,
  within: true,
};

/**
 * One prompt to its answer, without a framework. For several turns make a `Monitor`.
 * Throws `tools-invalid` where two tools have one name, and for what is no tool; `policy-invalid`
 * and `model-failed` for what is no policy or model, and what the propagator throws when it is to
 * forget the run. Refusals and failures are results.
 */
export async function runGuarded(
  options: RunGuardedOptions,
  prompt: string | readonly PlainPart[],
): Promise<GuardedTurn> {
  requireOptions(options, 'runGuarded({ model, tools, policy, confirm }, prompt)');
  requirePolicy(options.policy);
  requirePropagator(options.propagator);
  requireModel(options.model, 'generate', 'make one with `openaiModel` or `anthropicModel`');
  requireTools(options.tools);
  const { signal, onText, ...rest } = options;
  requireKnownOptions(rest, runGuardedNames, '`runGuarded`');
  const monitor = new Monitor({ ...rest, ...loopDefaults(rest) });
  try {
    const result = await monitor.turn(prompt, { signal, onText });
    return { ...result, history: monitor.history, events: monitor.events };
  } finally {
    await monitor.close();
  }
}
