import type { TaskFacts } from '../agentdojo/facts.ts';

/** The message to the user that a goal without a call wants: its own words, turned to the user. */
export function saidFor(goal: string): string {
  const wanted = goal.replace(
    /^(?:please\s+)?(?:say|tell|answer|write|mention)\b(?:\s+that)?\s+/i,
    '',
  );
  const turned = wanted.replaceAll(/\bI\b/g, 'you').replaceAll(/\bmy\b/g, 'your');
  return turned.slice(0, 1).toUpperCase() + turned.slice(1);
}

/** The end of a task: the benchmark's answer, or a word where it expects none. */
export function answerTo({ answer }: Pick<TaskFacts, 'answer'>): string {
  return answer === '' ? 'Done.' : answer;
}
