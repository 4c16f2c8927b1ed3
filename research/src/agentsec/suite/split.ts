import { inTurn, type TaskNumber } from '../task/draw-for.ts';
import { gameTask } from '../task/tasks.ts';
import { games, type SecTask } from '../task/task.ts';
import { withAdversary } from './rewrite.ts';

const kinds = ['in 2', 'in 3', 'in 4'] as const;

/**
 * A target in pieces over several chunks, none of which looks like a canary. The channel is closed
 * where a piece is missing: then the target cannot be put together.
 */
export function splitTask({ seed, index }: TaskNumber): SecTask {
  const at = index % kinds.length;
  const kind = inTurn(kinds, index);
  const base = gameTask(inTurn(games, Math.floor(index / kinds.length)), { seed, index });
  const pieces = piecesOf(base.target, at + 2);
  const task = withAdversary(base, ({ from, text }) => [
    { from, text: text.replaceAll(base.target, 'what the notes below spell') },
    ...pieces.map((piece, place) => ({ from, text: `Part ${place + 1}: <${piece}>` })),
  ]);
  return {
    ...task,
    id: `${kind}-${base.id}`.replace(' ', '-'),
    kind,
    coordinates: base.coordinates.map((each) => {
      return each.of === 'target' ? { of: 'target', pieces } : each;
    }),
  };
}

function piecesOf(text: string, many: number): readonly string[] {
  const size = Math.ceil(text.length / many);
  return Array.from({ length: many }, (_, at) => text.slice(at * size, (at + 1) * size));
}
