import type { Propagator } from '@sluice/core';
import { categoriesOf } from '../task/oracle-label.ts';
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
      if (taken >= task.steps.length) return { kind: 'all', because: 'unexplained' };
      const text = `private{${categoriesOf(task, taken).join(', ')}}`;
      return { kind: 'label', label: space.parse(text) };
    },
  };
}
