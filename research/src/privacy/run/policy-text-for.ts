import { policyUnder, type PrivacyDefence } from '../defence/defence.ts';
import type { PrivacyTask } from '../task/task.ts';
import { worldOf } from '../world/open.ts';

/** The text of the policy of the task's world under a defence. */
export function policyTextFor(
  { setting, answer }: PrivacyTask,
  defence: Pick<PrivacyDefence, 'asks'>,
): string {
  const whole = policyUnder(worldOf(setting).policy, defence);
  return answer?.to === 'others' ? readByOthers(whole) : whole;
}

/** The policy where others read the answers: they are cleared for nothing. */
function readByOthers(text: string): string {
  const [told, read] = ['answer: { ceiling: top }', 'answer: { ceiling: bottom }'];
  if (!text.includes(told)) throw new Error('the policy does not say who reads the answer');
  return text.replace(told, read);
}
