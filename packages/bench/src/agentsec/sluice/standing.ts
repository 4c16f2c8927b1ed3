import type { DraftCall, MonitorEvent, StepKind } from '@sluice/core';

/** What a run's events say of what left, and of where it came from; see `Left`. */
export interface Passed {
  readonly calls: readonly DraftCall[];
  /** Numbers of generations, those of the look-up left out. */
  readonly standing: readonly number[];
  readonly final: readonly number[];
}

export interface PassedOptions {
  readonly lookUp: string;
  /** For each generation, its number among those of the model, if it is one of them. */
  readonly numbers: readonly (number | undefined)[];
}

/**
 * Reads which generation each step's output is: the last of the step where the narrow view was
 * asked again, else the draft. The look-up's step is the application's, and no output.
 */
export function passedIn(
  events: readonly MonitorEvent[],
  { lookUp, numbers }: PassedOptions,
): Passed {
  const standing: number[] = [];
  const final: number[] = [];
  let before = 0;
  for (const { kind, generations, tools, left } of stepsOf(events)) {
    const own = numbers.slice(before, before + generations);
    before += generations;
    if (kind === undefined || tools.includes(lookUp)) continue;
    const at = isLast(kind) ? own.at(-1) : own[0];
    // A number that no exchange has makes the trial an error.
    standing.push(at ?? -1);
    if (left) final.push(at ?? -1);
  }
  const calls = executedIn(events, lookUp);
  return { calls, standing, final: [...new Set([...final, ...standing.slice(-1)])] };
}

interface Step {
  kind: StepKind | undefined;
  generations: number;
  /** A call of it was executed, or it was delivered. */
  left: boolean;
  readonly tools: string[];
}

function stepsOf(events: readonly MonitorEvent[]): readonly Step[] {
  const steps = new Map<number, Step>();
  for (const event of events) {
    const nothing = { kind: undefined, generations: 0, left: false };
    const step = steps.get(event.step) ?? { ...nothing, tools: [] };
    steps.set(event.step, step);
    if (event.type === 'generation-finished') step.generations += 1;
    if (event.type === 'step-labelled') step.kind = event.kind;
    if (event.type === 'call-decided') step.tools.push(event.tool);
    if (event.type === 'call-executed') step.left = true;
    if (event.type === 'answer-decided') step.left ||= event.decision.kind === 'allow';
  }
  return [...steps.values()].filter(({ generations }) => generations > 0);
}

function isLast(kind: StepKind): boolean {
  switch (kind) {
    case 'strict':
    case 'regenerated':
    case 'regenerated-wide':
    case 'regenerated-lazy':
      return true;
    case 'draft-whole':
    case 'draft-allowed':
    case 'draft-lazy':
    case 'draft-unhelped':
    case 'fell-back':
      return false;
  }
}

function executedIn(events: readonly MonitorEvent[], lookUp: string): readonly DraftCall[] {
  const executed = new Set(
    events.flatMap((event) => (event.type === 'call-executed' ? [event.callId] : [])),
  );
  return events.flatMap((event) => {
    if (event.type !== 'call-decided' || !executed.has(event.callId)) return [];
    const { tool, args } = event;
    return tool === lookUp ? [] : [{ tool, args }];
  });
}
