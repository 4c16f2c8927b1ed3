import { parseSummary } from './api/answers.ts';
import type { OperatorContext } from './approvals.ts';
import { OperatorClient, type ClientOptions } from './api/client.ts';
import { isConfirmed, isWanted } from './confirm.ts';
import { questionOf, showQuestion } from './question.ts';
import { named } from './show/visible.ts';

export interface ApproveOptions extends ClientOptions {
  readonly yes?: true;
}

export interface DenyOptions extends ClientOptions {
  readonly reason?: string;
  readonly yes?: true;
}

/**
 * Shows a question whole, asks at the keyboard, and says yes to the very call that was shown. 1
 * where somebody thought better of it.
 */
export async function runApprove(
  id: string,
  options: ApproveOptions,
  operatorContext: OperatorContext,
): Promise<0 | 1> {
  const client = new OperatorClient(options, operatorContext);
  const { terminal } = operatorContext;
  const detail = await questionOf(client, id);
  showQuestion(detail, operatorContext);
  if (!(await isConfirmed('Approve exactly this, once?', options, operatorContext))) {
    terminal.print('Nothing was approved.');
    return 1;
  }
  const { hash } = detail;
  const after = parseSummary(await client.post(`/questions/${id}/approve`, { hash }));
  const left = after.waitingFor.map(named).join(', ');
  terminal.print(left === '' ? 'Approved, once.' : `Noted. It still needs ${left}.`);
  return 0;
}

/**
 * Shows a question whole, asks at the keyboard where somebody is there, and says no. 1 where they
 * thought better of it.
 */
export async function runDeny(
  id: string,
  options: DenyOptions,
  operatorContext: OperatorContext,
): Promise<0 | 1> {
  const client = new OperatorClient(options, operatorContext);
  const { terminal } = operatorContext;
  const detail = await questionOf(client, id);
  showQuestion(detail, operatorContext);
  // In a pipe a no needs no asking: nothing happens by it.
  const isAsked = options.yes !== true && terminal.line !== undefined;
  if (isAsked && !(await isWanted('Deny this?', operatorContext))) {
    terminal.print('Nothing was denied: it stays open.');
    return 1;
  }
  const { hash } = detail;
  const { reason } = options;
  await client.post(`/questions/${id}/deny`, { hash, ...(reason !== undefined && { reason }) });
  terminal.print('Denied.');
  return 0;
}
