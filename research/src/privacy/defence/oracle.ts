import type { Propagator } from '@sluice/core';
import { expectedOf } from '../task/expected.ts';
import type { PrivacyTask } from '../task/task.ts';

/** Ground truth: the label that the task's next call should carry. */
export function oracleOf(task: PrivacyTask): Extract<Propagator, { readonly needs: 'draft' }> {
  return {
    name: 'oracle',
    needs: 'draft',
    relevant: ({ space, history }) => {
      const last = history.messages.findLastIndex(({ role }) => role === 'user');
      const own = history.messages.slice(last + 1);
      const taken = own.filter((each) => each.role === 'assistant' && each.calls.length > 0).length;
      const next = expectedOf(task)[taken];
      if (next === undefined) return { kind: 'all', because: 'unexplained' };
      const text = `private{${next.categories.join(', ')}}`;
      return { kind: 'label', label: space.parse(text) };
    },
  };
}
