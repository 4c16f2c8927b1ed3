import type { MonitorEvent } from '@sluice/core';
import { z } from 'zod';
import { answerTool } from '../task/expected.ts';
import type { StepRelevance } from '../defence/defence.ts';

const names = z.array(z.string()).readonly();

/** A call as the monitor recorded it, or the answer. */
const record = z
  .object({
    tool: z.string(),
    /** JSON text. */
    args: z.string(),
    /** The categories of private data in its label; `*` stands for all. */
    categories: names,
    /** The propagator's own result, before anything was tried at it. */
    found: names,
    asked: z.boolean(),
    executed: z.boolean(),
  })
  .readonly();
export type CallRecord = z.output<typeof record>;
export const callRecordSchema: z.ZodType<CallRecord> = record;

/**
 * The calls in a run's events, in the order in which they were decided. `found`: what a propagator
 * has told, one a step; of one that tells nothing, it is the label that it answered.
 */
export function callsIn(
  events: readonly MonitorEvent[],
  found: readonly (StepRelevance | undefined)[],
): readonly CallRecord[] {
  const ids = { asked: new Set<string>(), executed: new Set<string>() };
  for (const event of events) {
    if (event.type === 'question-asked') ids.asked.add(event.request.callId);
    if (event.type === 'call-executed') ids.executed.add(event.callId);
  }
  const own = labelsFound(events, found);
  return events.flatMap((event) => {
    if (event.type !== 'call-decided') return [];
    const { callId, tool, args, label, step } = event;
    const categories = categoriesIn(label.text);
    const [asked, executed] = [ids.asked.has(callId), ids.executed.has(callId)];
    const alone = categoriesIn(own.get(step) ?? label.text);
    return [{ tool, args, categories, found: alone, asked, executed }];
  });
}

/** The answer as a record: it has gone out where the turn was answered. */
export function answerIn(
  events: readonly MonitorEvent[],
  found: readonly (StepRelevance | undefined)[],
): readonly CallRecord[] {
  const own = labelsFound(events, found);
  const event = events.findLast(({ type }) => type === 'answer-decided');
  if (event?.type !== 'answer-decided') return [];
  const { text, label, step } = event;
  const asked = events.some(
    (each) => each.type === 'question-asked' && each.request.tool === answerTool,
  );
  const executed = events.some(
    (each) => each.type === 'turn-finished' && each.outcome === 'answered',
  );
  const alone = categoriesIn(own.get(step) ?? label.text);
  const categories = categoriesIn(label.text);
  return [{ tool: answerTool, args: text, categories, found: alone, asked, executed }];
}

/** By step, in the order in which propagators were asked. */
function labelsFound(
  events: readonly MonitorEvent[],
  found: readonly (StepRelevance | undefined)[],
): ReadonlyMap<number, string> {
  const answers = events.flatMap((each) => (each.type === 'relevance-found' ? [each] : []));
  return new Map(answers.map(({ step, label }, at) => [step, found[at]?.label ?? label.text]));
}

/** The members of a label of the dimension `private`, as its text lists them. */
function categoriesIn(label: string): readonly string[] {
  const members = /^private\{(.*)\}$/.exec(label)?.[1];
  if (members === undefined) throw new Error('a label is not of the dimension `private`');
  return members === '' ? [] : members.split(', ');
}
