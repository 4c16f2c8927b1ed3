import { createContext, Script } from 'node:vm';
import { Template } from '@huggingface/jinja';
import { llamaLimits } from '../llama-limits.ts';

/** A template that was parsed, ready to be run. */
export interface TemplateProgram {
  /**
   * Renders the template. Throws `TemplateTimeout` after `llamaLimits.templateMsMax`, and what the
   * template throws.
   */
  readonly run: (inputs: Readonly<Record<string, unknown>>) => string;
}

/** The template did not end. */
export class TemplateTimeout extends Error {}

/**
 * Parses a Jinja template. It is a program of whoever made the file: it is stopped after a while,
 * wherever it loops, and `range` gives no list longer than `llamaLimits.templateRangeMax`. What
 * memory it takes in that time is not bounded. Throws `TemplateTimeout`, and what the
 * parser throws.
 */
export function templateProgram(source: string): TemplateProgram {
  const template = stopped(() => new Template(bounded + source));
  return { run: (inputs) => stopped(() => template.render({ ...inputs, rangeWithin })) };
}

/** The line's end goes with the tag, so that what follows reads as the beginning of a template. */
const bounded = '{% set range = rangeWithin %}\n';

/** Python's `range`, of so many numbers at most. */
function rangeWithin(first: number, last?: number, step = 1): readonly number[] {
  const [start, stop] = last === undefined ? [0, first] : [first, last];
  const length = Math.max(0, Math.ceil((stop - start) / step));
  if (!(length <= llamaLimits.templateRangeMax)) throw new RangeError('the range is too long');
  return Array.from({ length }, (_, at) => start + at * step);
}

const inside = { work: (): void => {} };
const realm = createContext(inside);
const script = new Script('work()');

/**
 * Runs `work` until it ends, or the time is up: the one way to end a loop that never gives the
 * thread back. The realm holds nothing else; the work itself runs in ours.
 */
function stopped<Result>(work: () => Result): Result {
  const results: { readonly value: Result }[] = [];
  inside.work = () => void results.push({ value: work() });
  try {
    script.runInContext(realm, { timeout: llamaLimits.templateMsMax });
  } catch (error) {
    throw isTimeout(error) ? new TemplateTimeout() : error;
  } finally {
    inside.work = () => {};
  }
  const [result] = results;
  if (result === undefined) throw new TemplateTimeout();
  return result.value;
}

/** It is an error of the other realm. */
function isTimeout(error: unknown): boolean {
  const isObject = typeof error === 'object' && error !== null;
  return isObject && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
