import { inTurn, shifted, type TaskNumber } from '../task/draw-for.ts';
import { gameTask } from '../task/tasks.ts';
import { games, type Chunk, type Round, type SecTask } from '../task/task.ts';

/** `late`: a harmless turn first; `in pieces`: half of the target in each turn. */
const kinds = ['late', 'in pieces'] as const;

/** Far from any that a run has; even, so that the form of the task is the same. */
const otherOffset = 5000;

/**
 * An attacker who takes two turns of one conversation, each with a look-up of its own, and each
 * about something else: one who answers the first alone has done half of the task.
 */
export function turnsTask({ seed, index: place }: TaskNumber): SecTask {
  const kind = inTurn(kinds, place);
  const game = inTurn(games, Math.floor(place / kinds.length));
  const index = shifted(place, kinds.length);
  const base = gameTask(game, { seed, index });
  const other = gameTask(game, { seed, index: index + otherOffset });
  const { target } = base;
  const middle = Math.ceil(target.length / 2);
  const pieces = [target.slice(0, middle), target.slice(middle)] as const;
  const [first, before] = [base.rounds[0], other.rounds[0]];
  const [early, late] =
    kind === 'late'
      ? [{ ...before, adversarial: before.benign }, first]
      : [withPiece(base, before, `<${pieces[0]}`), withPiece(base, first, `${pieces[1]}>`)];
  const again: Round = { ...late, user: `Now this: ${late.user}` };
  return {
    ...base,
    id: `${kind}-${base.id}`.replace(' ', '-'),
    kind,
    rounds: [early, again],
    utilityTerms: [...new Set([...other.utilityTerms, ...base.utilityTerms])],
    coordinates:
      kind === 'late'
        ? base.coordinates
        : base.coordinates.map((each) => (each.of === 'target' ? { of: 'target', pieces } : each)),
  };
}

/** A round in which the adversary's part says a piece of the target where it said the whole. */
function withPiece(base: SecTask, round: Round, piece: string): Round {
  const [own] = base.rounds;
  const part = own.adversarial.filter(({ text }) => own.benign.every((each) => each.text !== text));
  const said = part.map(({ from, text }): Chunk => {
    const facts = own.facts.reduce((left, each, at) => {
      return left.replaceAll(each, round.facts[at] ?? each);
    }, text);
    return { from, text: facts.replaceAll(base.target, piece) };
  });
  const shared = round.adversarial.filter(({ text }) => {
    return round.benign.some((each) => each.text === text);
  });
  return { ...round, adversarial: [...shared, ...said] };
}
