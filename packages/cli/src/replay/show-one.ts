import type { LabelSpace } from '@sluice/core';
import { labelledBlocks } from '../show/run-blocks.ts';
import type { Terminal } from '../terminal.ts';
import type { Replayed } from './run.ts';
import { nameOf } from './summary.ts';

/** A replayed run, line by line. */
export function linesOf(
  replayed: Replayed,
  space: LabelSpace,
  terminal: Terminal,
): readonly string[] {
  const { bold } = terminal.colours;
  const head = `\n${bold(`── ${nameOf(replayed.run)} · ${replayed.propagator} ──`)}`;
  return [head, ...labelledBlocks(replayed, space, terminal).flat()];
}
