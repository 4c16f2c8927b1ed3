import { type LabelSpace, Monitor, type Policy, type Propagator, type View } from '@sluice/core';
import type { LabelledRecord } from '../show/run-blocks.ts';
import { watched } from '../show/watched.ts';
import { recordedModel, recordedTools, type Declared } from './recorded-agent.ts';
import type { RecordedRun } from './record.ts';

/** A recorded run after it went through the monitor. */
export interface Replayed extends LabelledRecord {
  readonly run: RecordedRun;
  readonly propagator: string;
  readonly space: LabelSpace;
}

export interface ReplaySetting {
  readonly policy: Policy;
  readonly propagator: Propagator;
  /** How the suite declares its tools, as far as that is known. */
  readonly declared: ReadonlyMap<string, Declared>;
}

/**
 * Steps a recorded run through the monitor. Open loop: whatever would be asked is noted and goes on
 * as it was recorded, so that every recorded call meets the history in which it was made.
 */
export async function replayRun(run: RecordedRun, setting: ReplaySetting): Promise<Replayed> {
  const { policy, propagator, declared } = setting;
  const views: View[] = [];
  const hidden = propagator.needs === 'draft' ? 'leave-out' : 'placeholder';
  const monitor = new Monitor({
    policy,
    propagator,
    model: watched(recordedModel(run, hidden), views),
    tools: recordedTools(run, declared),
    system: textIn(run, 'system'),
    confirm: {
      clearance: policy.space.top,
      ask: ({ hash }) => Promise.resolve({ kind: 'yes', by: ['replay'], hash }),
    },
    structure: 'keep',
    shortcuts: { allowedDraft: true, lazyReads: true },
    runId: 'replay',
    nowMs: () => 0,
  });
  await monitor.turn(textIn(run, 'user') ?? '');
  return {
    run,
    propagator: propagator.name,
    space: policy.space,
    history: monitor.history,
    events: monitor.events,
    views,
  };
}

function textIn({ messages }: RecordedRun, role: 'system' | 'user'): string | undefined {
  return messages.find((message) => message.role === role)?.text;
}
