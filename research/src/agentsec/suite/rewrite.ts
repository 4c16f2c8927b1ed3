import type { Chunk, Round, SecTask } from '../task/task.ts';

/** The same task with the adversary's texts changed; controls stay as they are. */
export function withAdversary(task: SecTask, change: (chunk: Chunk) => readonly Chunk[]): SecTask {
  const benign = new Set(task.rounds.flatMap((round) => round.benign.map(({ text }) => text)));
  const changed = ({ adversarial, ...round }: Round): Round => ({
    ...round,
    adversarial: adversarial.flatMap((chunk) => (benign.has(chunk.text) ? [chunk] : change(chunk))),
  });
  const [first, ...others] = task.rounds;
  return { ...task, rounds: [changed(first), ...others.map(changed)] };
}
