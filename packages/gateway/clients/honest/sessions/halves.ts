import { hash } from 'node:crypto';
import type { Session } from './session.ts';

/** Policies were changed after what stands in the half `seen`; nobody looked into `unseen` for it. */
export type Half = 'seen' | 'unseen';

const seed = 'sluice-honest-1';

/** Two halves by a draw that is the same each time. */
export function drawn(sessions: readonly Session[]): ReadonlyMap<string, Half> {
  const byDraw = sessions
    .map(({ name }) => name)
    .toSorted((one, other) => (ticket(one) < ticket(other) ? -1 : 1));
  const half = Math.ceil(byDraw.length / 2);
  return new Map(byDraw.map((name, at) => [name, at < half ? 'seen' : 'unseen']));
}

function ticket(name: string): string {
  return hash('sha256', `${seed} ${name}`);
}
