import type { LabelSpace } from '@sluice/core';
import { labelledBlocks } from '../show/run-blocks.ts';
import type { Terminal } from '../terminal.ts';
import type { Replayed } from './run.ts';
import { nameOf } from './summary.ts';

/** Nobody is asked in a replay: what follows is what was recorded. */
const answerWords = '(recorded run: goes on as if yes; counts as stopped)';

/** A replayed run, line by line. */
export function linesOf(
  replayed: Replayed,
  space: LabelSpace,
  terminal: Terminal,
): readonly string[] {
  const { bold } = terminal.colours;
  const head = `\n${bold(`── ${nameOf(replayed.run)} · ${replayed.propagator} ──`)}`;
  return [head, ...labelledBlocks({ ...replayed, answerWords }, space, terminal).flat()];
}
