import type { QuestionState, StoredEvent } from './store.ts';

interface Move {
  readonly from: readonly QuestionState[];
  readonly to: QuestionState;
}

/** What each event says that a question came to. Types stand in the chain in clear. */
const moves: ReadonlyMap<string, Move> = new Map<string, Move>([
  ['question-approved', { from: ['open'], to: 'approved' }],
  ['question-denied', { from: ['open'], to: 'denied' }],
  ['question-expired', { from: ['open', 'approved'], to: 'expired' }],
  ['question-withdrawn', { from: ['open', 'approved'], to: 'withdrawn' }],
  // Earlier versions wrote no event of their own for the yes that was enough.
  ['approval-used', { from: ['open', 'approved'], to: 'used' }],
  ['approval-lost', { from: ['used'], to: 'lost' }],
]);

/**
 * The state that the events about a question say it has; one that nothing happened to is open.
 * `undefined`: it cannot have gone that way, so it was put back in between.
 */
export function stateIn(events: readonly StoredEvent[]): QuestionState | undefined {
  return events.reduce<QuestionState | undefined>((state, { type }) => {
    const move = moves.get(type);
    if (state === undefined || move === undefined) return state;
    return move.from.includes(state) ? move.to : undefined;
  }, 'open');
}
