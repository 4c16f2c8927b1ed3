import type { Policy } from '@sluice/core';
import type { Question } from '../../store/store.ts';
import { plainToolIn } from './plain-tool.ts';

/**
 * The tool that a question is about, for whoever reads the client's answers: which one the model
 * calls tells of all that it saw, so it is named only where an answer of that label would go out,
 * and only by a name of the policy's.
 */
export function toolFor(
  { request, label }: Pick<Question, 'request' | 'label'>,
  policy: Policy,
): string | undefined {
  const tool = plainToolIn(request);
  if (tool === undefined) return undefined;
  try {
    const ruling = policy.ruleAnswer('');
    const isRead =
      ruling.kind === 'ceiling' && policy.space.flowsTo(policy.space.parse(label), ruling.ceiling);
    return isRead && policy.vouchesFor(tool) ? tool : undefined;
  } catch {
    return undefined;
  }
}
