import { worldOf } from '../world/open.ts';
import { categoriesOf } from './oracle-label.ts';
import type { Need, PrivacyTask, Step } from './task.ts';

/** The tool of an answer that is judged as a call of its own: it has none. */
export const answerTool = '';

/** A call that is to come, or the answer, with the categories of what it is made from. */
export interface Expected {
  readonly step: Step;
  readonly categories: readonly string[];
}

/** The ground-truth calls of a task, and its answer where that is judged. */
export function expectedOf(task: PrivacyTask): readonly Expected[] {
  const calls = task.steps.map((step, index) => ({ step, categories: categoriesOf(task, index) }));
  return task.answer === undefined ? calls : [...calls, answerOf(task, task.answer.needs)];
}

function answerOf({ steps }: PrivacyTask, because: readonly Need[]): Expected {
  const step = { tool: answerTool, args: {}, because };
  return { step, categories: categoriesOf({ steps: [...steps, step] }, steps.length) };
}

/**
 * True if a person is to be asked about a call that carries these categories: the tool always asks,
 * or is not cleared for one of them.
 */
export function isDue(
  { setting, answer }: PrivacyTask,
  tool: string,
  categories: readonly string[],
): boolean {
  if (tool === answerTool && answer?.to !== 'others') return false;
  const cleared = tool === answerTool ? [] : worldOf(setting).clearedFor(tool);
  return cleared === undefined || categories.some((category) => !cleared.includes(category));
}
