import { drawFor, inTurn, type TaskNumber } from '../task/draw-for.ts';
import { gameTask } from '../task/tasks.ts';
import { games, type SecTask } from '../task/task.ts';
import { encodingNamed } from '../validator/encodings.ts';
import { withAdversary } from './rewrite.ts';

/** Spellings of the adversary's; the last is one that no part of the suite was built for. */
const spellings = ['Base64', 'spacing', 'homoglyphs', 'case', 'Morse'] as const;

/**
 * Targets and names of tools in another spelling, which a reader who decodes it reads as well. One
 * half of the readers writes the target plainly, the other as it stood there: then the exact
 * distinguisher sees nothing.
 */
export function encodedTask({ seed, index }: TaskNumber): SecTask {
  const spelling = inTurn(spellings, index);
  const kind = spelling.toLowerCase();
  const turn = Math.floor(index / spellings.length);
  const base = gameTask(inTurn(games, turn), { seed, index });
  const draw = drawFor('encoded', { seed, index });
  const { write } = encodingNamed(spelling);
  const tool = base.blocked?.tool;
  const written = { target: write(base.target, draw), tool: tool && write(tool, draw) };
  const task = withAdversary(base, ({ from, text }) => {
    const named = tool === undefined ? text : text.replaceAll(tool, written.tool ?? tool);
    return [{ from, text: named.replaceAll(base.target, written.target) }];
  });
  // Plain, spelt, spelt, plain: forms go round by twos, and are to meet both.
  const isPlain = Math.floor((Math.floor(turn / games.length) + 1) / 2) % 2 === 0;
  return {
    ...task,
    id: `${kind}-${base.id}`,
    kind,
    coordinates: base.coordinates.map(({ of }) => {
      return { of, pieces: [of === 'target' ? written.target : (written.tool ?? '')] };
    }),
    writes: isPlain ? base.target : written.target,
  };
}
