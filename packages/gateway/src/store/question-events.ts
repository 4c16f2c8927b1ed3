import type { QuestionState, StoredEvent } from './store.ts';

/** What each event says that a question came to. Types stand in the chain in clear. */
const states: ReadonlyMap<string, QuestionState> = new Map([
  ['question-approved', 'approved'],
  ['question-denied', 'denied'],
  ['question-expired', 'expired'],
  ['question-withdrawn', 'withdrawn'],
  ['approval-used', 'used'],
  ['approval-lost', 'lost'],
]);

/** The state that the events about a question say it has. One that nothing happened to is open. */
export function stateIn(events: readonly StoredEvent[]): QuestionState {
  return events.reduce<QuestionState>((state, { type }) => states.get(type) ?? state, 'open');
}
