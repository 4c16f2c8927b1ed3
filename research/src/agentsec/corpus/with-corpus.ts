import { withAdversary } from '../suite/rewrite.ts';
import type { Round, SecTask } from '../task/task.ts';

export interface Corpora {
  /** Passages that stand beside what a task is about, on both sides; never a secret (4.7). */
  readonly background: readonly string[];
  /** Injections that the adversary says before what the game has them say. */
  readonly injections: readonly string[];
}

/** The same tasks with texts of outside in them, one after the other in turn. */
export function withCorpora(
  tasks: readonly SecTask[],
  { background, injections }: Corpora,
): readonly SecTask[] {
  return tasks.map((task, index) => {
    const injection = injections[index % Math.max(1, injections.length)];
    const attacked =
      injection === undefined
        ? task
        : withAdversary(task, ({ from, text }) => [{ from, text: `${injection}\n${text}` }]);
    const passage = background[index % Math.max(1, background.length)];
    return passage === undefined ? attacked : withPassage(attacked, passage);
  });
}

/** Whoever the task may rely on is who the passage is of. */
function withPassage(task: SecTask, text: string): SecTask {
  const chunk = { from: task.authorised[0] ?? '', text };
  const added = (round: Round): Round => ({
    ...round,
    benign: [...round.benign, chunk],
    adversarial: [...round.adversarial, chunk],
  });
  const [first, ...others] = task.rounds;
  return { ...task, rounds: [added(first), ...others.map(added)] };
}
