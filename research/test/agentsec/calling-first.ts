import { textOf, type ChatModel, type DraftCall } from '@sluice/core';
import type { SecTask } from '../../src/agentsec/task/task.ts';

/** A model that makes a call, once, where it sees a text, and then does the user's task. */
export function callingFirst(
  { rounds }: SecTask,
  call: DraftCall & { readonly ifSeen: string },
): ChatModel {
  const { ifSeen, ...made } = call;
  return {
    name: 'calling-first',
    generate: ({ view: { messages } }) => {
      const results = messages.flatMap((each) => (each.role === 'tool' ? textOf(each.parts) : []));
      const seen = results.join('\n');
      const facts = rounds.flatMap((each) => each.facts);
      const known = facts.filter((fact) => seen.includes(fact));
      const calls = results.length > 1 || !seen.includes(ifSeen) ? [] : [made];
      return Promise.resolve({ text: known.join(' '), calls, stop: 'complete' });
    },
  };
}
