import type { TaskFacts } from '../agentdojo/facts.ts';

/** What a goal that needs no call wants the user to be told: its own words, turned to the user. */
export function saidFor(goal: string): string {
  const wanted = goal.replace(
    /^(?:please\s+)?(?:say|tell|answer|write|mention)\b(?:\s+that)?\s+/i,
    '',
  );
  const turned = wanted.replaceAll(/\bI\b/g, 'you').replaceAll(/\bmy\b/g, 'your');
  return turned.slice(0, 1).toUpperCase() + turned.slice(1);
}

/** What a task ends with: the benchmark's answer, or a word where it expects none. */
export function answerTo({ answer }: Pick<TaskFacts, 'answer'>): string {
  return answer === '' ? 'Done.' : answer;
}
