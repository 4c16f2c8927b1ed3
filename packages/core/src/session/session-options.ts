import type { PlainTool } from '../history/plain.ts';
import type { Approval } from '../engine/call/asker.ts';
import type { MonitorEvent } from '../engine/events.ts';
import { requireKnownOptions } from '../engine/known-options.ts';
import { runOptionNames, type RunOptions } from '../engine/run-options.ts';
import type { Refusals } from './session-step.ts';

export interface SessionOptions extends Omit<
  RunOptions,
  'runId' | 'nowMs' | 'newId' | 'onEvent' | 'explainer' | 'confirm'
> {
  readonly tools: readonly PlainTool[];
  /** Who asks the person. */
  readonly approval: Approval;
  /** The system prompt of the run's own loop; a client sends its own with each step. */
  readonly system?: string | undefined;
  /** What the client reads where all calls of a generation were refused. */
  readonly refusals?: Refusals | undefined;
  readonly runId?: string | undefined;
  readonly nowMs?: (() => number) | undefined;
  readonly newId?: (() => string) | undefined;
  readonly onEvent?: ((event: MonitorEvent, run: string) => void) | undefined;
}

const names: Readonly<Record<keyof SessionOptions, true>> = {
  ...runOptionNames,
  approval: true,
  refusals: true,
  system: true,
};

/** The same options. Throws `settings-invalid` for one that does not exist. */
export function knownOptions(options: SessionOptions): SessionOptions {
  requireKnownOptions(options, names, '`Session`');
  return options;
}
