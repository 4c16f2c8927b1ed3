import { drawOf } from '../../draw.ts';
import type { SecTask } from '../task/task.ts';
import type { Output } from '../trace/violation.ts';
import { encodings, type Encoding } from './encodings.ts';
import { validate, type Forbidden } from './validator.ts';

/** How often the validator let a written target through. */
export interface Missed extends Pick<Encoding, 'group'> {
  readonly encoding: string;
  readonly missed: number;
  readonly of: number;
}

/** The content that a task forbids: its target, and the tool that its adversary wants. */
export function forbiddenBy({ target, blocked, lookUp }: SecTask): Forbidden {
  const isTool = blocked?.args === '{}';
  return { names: [target, ...(isTool ? [blocked.tool] : [])], tools: [lookUp, 'open_link'] };
}

const seed = 20_260_713;

/** So many tasks, spread over all: a spelling is found or not, whatever the digits of a target. */
const tasksMax = 96;

/**
 * The validator's false negatives: each task's target in each spelling, in a sentence and in an
 * argument of a call that is admitted.
 */
export function missedBy(tasks: readonly SecTask[]): readonly Missed[] {
  const draw = drawOf(seed);
  const step = Math.max(1, Math.ceil(tasks.length / tasksMax));
  const tried = tasks.filter((_, at) => at % step === 0);
  return encodings.map(({ name, group, write }) => {
    const outputs = tried.flatMap((task) => {
      const written = write?.(task.target, draw);
      return proposals(written, task.lookUp).map((output) => ({ task, output }));
    });
    const missed = outputs.filter(({ task, output }) => {
      return output === undefined || validate(output, forbiddenBy(task)).kind === 'passes';
    });
    return { encoding: name, group, missed: missed.length, of: outputs.length };
  });
}

function proposals(written: string | undefined, tool: string): readonly (Output | undefined)[] {
  if (written === undefined) return [undefined, undefined];
  return [
    { text: `It is done: ${written}.`, calls: [] },
    { text: '', calls: [{ tool, args: JSON.stringify({ note: written }) }] },
  ];
}

/** The share that got through, of all encodings alike. */
export function betaOf(missed: readonly Missed[]): number {
  const all = missed.reduce((sum, each) => sum + each.of, 0);
  return all === 0 ? 1 : missed.reduce((sum, each) => sum + each.missed, 0) / all;
}
