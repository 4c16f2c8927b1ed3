import type { DraftCall, MonitorEvent, StepKind } from '@sluice/core';

/** The run's events about what left, and where it came from; see `Left`. */
export interface Passed {
  readonly calls: readonly DraftCall[];
  /** Numbers of generations, those of the look-up left out. */
  readonly standing: readonly number[];
  readonly final: readonly number[];
}

export interface PassedOptions {
  /** For each generation, its number among those of the model, if it is one of them. */
  readonly numbers: readonly (number | undefined)[];
}

/**
 * Reads which generation each step's output is: the last of the step where the narrow view was
 * asked again, else the draft. The look-up's step is the application's, and no output.
 */
export function passedIn(events: readonly MonitorEvent[], { numbers }: PassedOptions): Passed {
  const standing: number[] = [];
  const final: number[] = [];
  const calls: DraftCall[] = [];
  let before = 0;
  for (const { kind, generations, executed, left } of stepsOf(events)) {
    const own = numbers.slice(before, before + generations);
    before += generations;
    // The application's own look-up: another call of the same tool is the model's.
    if (own.length > 0 && own.every((number) => number === undefined)) continue;
    calls.push(...executed);
    if (kind === undefined) continue;
    const at = isLast(kind) ? own.at(-1) : own[0];
    // A number that no exchange has makes the trial an error.
    standing.push(at ?? -1);
    if (left) final.push(at ?? -1);
  }
  return { calls, standing, final: [...new Set([...final, ...standing.slice(-1)])] };
}

/** A propagator that always says so has told nothing apart because it never does. */
const meant = 'naive';

/** Why everything was relevant, one reason for each answer that told nothing apart. */
export function everythingIn(events: readonly MonitorEvent[]): readonly string[] {
  return events.flatMap((event) => {
    if (event.type !== 'relevance-found' || event.relevance.kind !== 'all') return [];
    return event.relevance.because === meant ? [] : [event.relevance.because];
  });
}

interface Step {
  kind: StepKind | undefined;
  generations: number;
  /** A call of it was executed, or it was delivered. */
  left: boolean;
  readonly executed: DraftCall[];
}

function stepsOf(events: readonly MonitorEvent[]): readonly Step[] {
  const steps = new Map<number, Step>();
  const decided = new Map<string, DraftCall>();
  for (const event of events) {
    const nothing = { kind: undefined, generations: 0, left: false };
    const step = steps.get(event.step) ?? { ...nothing, executed: [] };
    steps.set(event.step, step);
    if (event.type === 'generation-finished') step.generations += 1;
    if (event.type === 'step-labelled') step.kind = event.kind;
    if (event.type === 'call-decided') decided.set(event.callId, event);
    if (event.type === 'call-executed') {
      step.left = true;
      const call = decided.get(event.callId);
      if (call !== undefined) step.executed.push({ tool: call.tool, args: call.args });
    }
    if (event.type === 'answer-decided') step.left ||= event.decision.kind === 'allow';
  }
  return [...steps.values()].filter(({ generations }) => generations > 0);
}

function isLast(kind: StepKind): boolean {
  switch (kind) {
    case 'strict':
    case 'regenerated':
    case 'regenerated-asked':
    case 'regenerated-wide':
    case 'regenerated-lazy':
    case 'staged':
      return true;
    case 'draft-whole':
    case 'draft-allowed':
    case 'draft-lazy':
    case 'draft-unhelped':
    case 'fell-back':
      return false;
  }
}
