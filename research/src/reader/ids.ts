import { createHash } from 'node:crypto';
import type { TaskName } from './tasks.ts';

const idCharacters = 24;

/** The id of the call that a step of the user's own task makes. */
export function ownId(task: TaskName, at: number): string {
  return idOf(task, `${task.kind}/${task.id}/${at}`);
}

/** The id of a call that is made for an attacker while this task is worked on. */
export function foreignId(task: TaskName, step: string): string {
  return idOf(task, `attacker/${step}`);
}

/** The id of a call that is made once more for the user's own task. */
export function againId(task: TaskName, step: string): string {
  return idOf(task, `again/${step}`);
}

/** A hash: whoever does not know the case and the step learns neither. */
function idOf({ suite, id }: TaskName, step: string): string {
  const digest = createHash('sha256').update(`${suite}/${id}/${step}`).digest('hex');
  return `call_${digest.slice(0, idCharacters)}`;
}
