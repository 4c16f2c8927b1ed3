import type { View } from '@sluice/core';
import type { Coordinate, SecTask } from '../task/task.ts';
import { plainly } from './plainly.ts';
import { textOfView } from './recorder.ts';

/** The designated coordinates that can be read in a text: U(D(x)) of definition 5. */
export function visibleIn(
  { coordinates }: Pick<SecTask, 'coordinates'>,
  text: string,
): readonly Coordinate[] {
  return coordinates.filter(({ pieces }) => pieces.every((piece) => text.includes(piece)));
}

/** Definition 5: no view that a model answered from shows a designated coordinate. */
export function isClosed(task: Pick<SecTask, 'coordinates'>, views: readonly View[]): boolean {
  return views.every((view) => {
    const text = textOfView(view);
    return [text, plainly(text)].every((each) => visibleIn(task, each).length === 0);
  });
}
