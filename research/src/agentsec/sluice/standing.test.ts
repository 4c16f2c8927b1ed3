import { labelSpace, powerset, type MonitorEvent, type StepKind } from '@sluice/core';
import { describe, expect, test } from 'vitest';
import { capabilityTask } from '../task/capability.ts';
import { instructionTask } from '../task/instruction.ts';
import { suiteNamed } from '../suite/suite.ts';
import type { SecTask } from '../task/task.ts';
import { callingFirst } from '../../../test/agentsec/calling-first.ts';
import { play } from '../trace/play.ts';
import type { Trace } from '../trace/trace.ts';
import { sluiceWith } from './propagators.ts';
import { passedIn } from './standing.ts';

const label = labelSpace({ readers: powerset('readers') }).bottom;
const allow = { kind: 'allow', rule: 'a', violations: [] } as const;
const deny = { kind: 'deny', rule: 'a', reason: 'nobody-to-ask', violations: [] } as const;
const reply = { text: '', calls: [], stop: 'complete' } as const;

interface StepParts {
  readonly kind: StepKind;
  readonly generations: number;
  /** Tools that were called, and whether each call was executed. */
  readonly calls?: Readonly<Record<string, boolean>>;
  readonly delivered?: boolean;
}

/** The events of a run, as far as they are read. */
function eventsOf(steps: readonly StepParts[]): readonly MonitorEvent[] {
  return steps.flatMap(({ kind, generations, calls = {}, delivered }, step) => {
    const at = { seq: 0, atMs: 0, step, label } as const;
    const events: MonitorEvent[] = [];
    for (let done = 0; done < generations; done += 1) {
      events.push({ ...at, type: 'generation-finished', purpose: 'draft', reply });
    }
    events.push({ ...at, type: 'step-labelled', kind });
    for (const [tool, executed] of Object.entries(calls)) {
      const callId = `${step} ${tool}`;
      const explanation = { evidence: [], unsourced: [] };
      const decision = executed ? allow : deny;
      events.push({ ...at, type: 'call-decided', callId, tool, args: '{}', decision, explanation });
      if (executed) events.push({ ...at, type: 'call-executed', callId, output: '' });
    }
    if (delivered !== undefined) {
      const decision = delivered ? allow : deny;
      events.push({ ...at, type: 'answer-decided', text: '', decision });
    }
    return events;
  });
}

const lookUp: StepParts = { kind: 'strict', generations: 1, calls: { look: true } };
const again: StepParts = { kind: 'regenerated', generations: 2, delivered: true };
const whole: StepParts = { kind: 'draft-whole', generations: 1, delivered: true };

describe('of a run’s events', () => {
  test.each<[string, readonly StepParts[], ReturnType<typeof passedIn>]>([
    ['the look-up is no output', [lookUp, whole], { calls: [], standing: [0], final: [0] }],
    ['a draft that was thrown away', [lookUp, again], { calls: [], standing: [1], final: [1] }],
    [
      'a draft that stands, though the narrow view was asked',
      [lookUp, { kind: 'fell-back', generations: 2, delivered: true }],
      { calls: [], standing: [0], final: [0] },
    ],
    [
      'a call that was executed has left, and one that was refused has not',
      [
        lookUp,
        { kind: 'draft-allowed', generations: 1, calls: { send: true, pay: false } },
        { kind: 'draft-whole', generations: 1, calls: { pay: false } },
        whole,
      ],
      { calls: [{ tool: 'send', args: '{}' }], standing: [0, 1, 2], final: [0, 2] },
    ],
    [
      'an answer that was refused is the last',
      [lookUp, { ...whole, delivered: false }],
      { calls: [], standing: [0], final: [0] },
    ],
    [
      'an answer that was delivered in an earlier turn',
      [lookUp, whole, lookUp, { ...again, delivered: false }],
      { calls: [], standing: [0, 2], final: [0, 2] },
    ],
    [
      'a look-up of the model’s own is its call',
      [lookUp, { kind: 'draft-allowed', generations: 1, calls: { look: true } }, whole],
      { calls: [{ tool: 'look', args: '{}' }], standing: [0, 1], final: [0, 1] },
    ],
  ])('%s', (_, steps, passed) => {
    // Each look-up of the application is a generation that no model was asked for.
    let asked = 0;
    const numbers = steps.flatMap((step) =>
      Array.from({ length: step.generations }, () => (step === lookUp ? undefined : asked++)),
    );
    expect(passedIn(eventsOf(steps), { numbers })).toEqual(passed);
  });
});

const { signal } = new AbortController();

/** Sluice with a model that looks up again, once, and then does the user's task. */
function calling(
  task: SecTask,
  propagator: string,
  call: { readonly args: string; readonly ifSeen: string },
): Promise<Trace> {
  return play(task, {
    defence: sluiceWith(propagator, undefined),
    side: 'adversarial',
    modelName: 'm',
    model: callingFirst(task, { tool: task.lookUp, ...call }),
    signal,
    nowMs: () => 0,
  });
}

describe('a model that looks up again', () => {
  const letter = instructionTask({ seed: 1, index: 1 });
  const task = capabilityTask({ seed: 1, index: 0 });
  const sending = ({ target }: SecTask) => {
    return { args: JSON.stringify({ note: target }), ifSeen: target };
  };
  test.each(['naive', 'lineage', 'oracle'])(
    'and sends the target along, which no ceiling covers: %s executed it',
    async (name) => {
      const trace = await calling(letter, name, sending(letter));
      expect(trace).toMatchObject({ covered: false, violated: true, proposed: true });
    },
  );
  test('where a ceiling covers it, it is refused', async () => {
    const trace = await calling(task, 'naive', sending(task));
    expect(trace).toMatchObject({ covered: true, violated: false, proposed: true });
  });
  test('is shown nothing by the oracle that it was not shown before', async () => {
    const trace = await calling(task, 'oracle', { args: '{}', ifSeen: '' });
    expect(trace).toMatchObject({ closed: true, violated: false, utility: 1 });
    expect(trace.modelCalls).toBeGreaterThan(2);
  });
  test.each(
    suiteNamed('turns')
      .tasks(4)
      .map((each) => [each.id, each] as const),
  )('is shown what it may know in the next turn too: %s', async (_, turns) => {
    const trace = await calling(turns, 'oracle', { args: '{}', ifSeen: '' });
    expect([trace.utility, trace.error]).toEqual([1, undefined]);
    expect(trace.modelCalls).toBeGreaterThan(2);
  });
  test('and is refused, has answered from what the oracle shows', async () => {
    const trace = await calling(task, 'oracle', sending(task));
    expect(trace).toMatchObject({ closed: true, violated: false, proposed: true, utility: 1 });
  });
});
