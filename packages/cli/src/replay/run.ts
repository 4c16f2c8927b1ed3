import { Monitor, type PlainPart, type Policy, type View } from '@sluice/core';
import type { LabelledRecord } from '../show/run-blocks.ts';
import { watched } from '../show/watched.ts';
import { recordedModel, recordedTools } from './recorded-agent.ts';
import type { Declared, RecordedRun } from './read/record.ts';
import type { Way } from './ways.ts';

/** A recorded run after it went through the monitor. */
export interface Replayed extends LabelledRecord {
  readonly run: RecordedRun;
  /** The name of the way in which it was labelled. */
  readonly propagator: string;
  readonly policy: Policy;
}

export interface ReplaySetting {
  readonly policy: Policy;
  readonly way: Way;
  /** How the suite declares its tools, where the record itself says nothing of them. */
  readonly declared: ReadonlyMap<string, Declared>;
}

/**
 * Steps a recorded run through the monitor. Open loop: whatever would be asked is noted and goes on
 * as it was recorded, so that every recorded call meets the history in which it was made.
 */
export async function replayRun(run: RecordedRun, setting: ReplaySetting): Promise<Replayed> {
  const { policy, declared } = setting;
  const { name, propagator, staged } = setting.way;
  const views: View[] = [];
  const hidden = propagator.needs === 'draft' ? 'leave-out' : 'placeholder';
  const monitor = new Monitor({
    policy,
    propagator,
    model: watched(recordedModel(run, hidden), views),
    tools: recordedTools(run, new Map([...declared, ...run.declared])),
    system: systemOf(run),
    confirm: {
      clearance: policy.space.top,
      ask: ({ hash }) => Promise.resolve({ kind: 'yes', by: ['replay'], hash }),
    },
    structure: 'keep',
    shortcuts: { allowedDraft: true, lazyReads: true, staged },
    runId: 'replay',
    nowMs: () => 0,
  });
  for (const parts of turnsOf(run)) await monitor.turn(parts);
  return {
    run,
    propagator: name,
    policy,
    history: monitor.history,
    events: monitor.events,
    views,
  };
}

/** The system messages that stand first. */
function systemOf({ messages }: RecordedRun): string | undefined {
  const end = messages.findIndex(({ role }) => role !== 'system');
  const first = messages.slice(0, end).map(({ text }) => text);
  return first.length === 0 ? undefined : first.join('\n');
}

/** The turns between two answers; a system message in between is the program's own word. */
function turnsOf({ messages }: RecordedRun): readonly (readonly PlainPart[])[] {
  const turns: PlainPart[][] = [];
  let isOpen = false;
  const start = messages.findIndex(({ role }) => role !== 'system');
  for (const message of messages.slice(start)) {
    if (message.role === 'assistant' || message.role === 'tool') {
      isOpen = false;
      continue;
    }
    if (!isOpen) turns.push([]);
    isOpen = true;
    turns.at(-1)?.push({ kind: 'text', text: message.text });
  }
  return turns;
}
