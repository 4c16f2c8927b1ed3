import type { Confirm, ConfirmAnswer, Label } from '@sluice/core';
import { answerTool, expectedOf } from '../task/expected.ts';
import type { PrivacyTask } from '../task/task.ts';
import { isWanted, leaksIn, type NamedCall } from './wanted.ts';

/** The person that answers the questions of a run: figure 7 has the first two. */
export type PrivacyPerson = 'refuses' | 'grants' | 'truthful';

/**
 * A person who may see everything. The truthful one says yes to a call that is a step of their task
 * and carries nothing private besides what it needs.
 */
export function personOf(name: PrivacyPerson, task: PrivacyTask, clearance: Label): Confirm {
  return {
    clearance,
    ask: ({ tool, args, hash }): Promise<ConfirmAnswer> => {
      const kind = answerOf(name, task, { tool, args });
      const by = ['user'];
      return Promise.resolve(kind === 'yes' ? { kind, by, hash } : { kind, by });
    },
  };
}

/** The person's answer to a question about a call. */
export function answerOf(name: PrivacyPerson, task: PrivacyTask, call: NamedCall): 'yes' | 'no' {
  const yes = name === 'grants' || (name === 'truthful' && isOwn(task, call));
  return yes ? 'yes' : 'no';
}

function isOwn(task: PrivacyTask, call: NamedCall): boolean {
  return expectedOf(task).some(
    ({ step }) =>
      leaksIn(task, step, call) === 0 &&
      (step.tool === answerTool ? call.tool === answerTool : isWanted(task, step, call)),
  );
}
