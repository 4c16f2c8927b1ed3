import { SluiceError } from '@sluice/core';
import { parseDetail, parseSummary, type Detail } from './answers.ts';
import type { Seat } from './approvals.ts';
import { OperatorClient, type ClientOptions } from './client.ts';
import { questionLines } from './show-question.ts';
import { named } from './visible.ts';

export interface ApproveOptions extends ClientOptions {
  readonly yes?: true;
}

export interface DenyOptions extends ClientOptions {
  readonly reason?: string;
}

/**
 * Shows a question whole, asks at the keyboard, and says yes to the very call that was shown. 1
 * where somebody thought better of it.
 */
export async function runApprove(id: string, options: ApproveOptions, seat: Seat): Promise<0 | 1> {
  const client = new OperatorClient(options, seat);
  const { terminal } = seat;
  const detail = await questionOf(client, id);
  for (const line of questionLines(detail, { terminal, nowMs: seat.nowMs() })) terminal.print(line);
  if (options.yes !== true && !(await isWanted(seat))) {
    terminal.print('Nothing was approved.');
    return 1;
  }
  const { hash } = detail;
  const after = parseSummary(await client.post(`/questions/${id}/approve`, { hash }));
  const left = after.waitingFor.map(named).join(', ');
  terminal.print(left === '' ? 'Approved, once.' : `Noted. It still needs ${left}.`);
  return 0;
}

/** Says no; nothing is asked first, for nothing happens. */
export async function runDeny(id: string, options: DenyOptions, seat: Seat): Promise<0> {
  const client = new OperatorClient(options, seat);
  const { hash } = await questionOf(client, id);
  const { reason } = options;
  await client.post(`/questions/${id}/deny`, { hash, ...(reason !== undefined && { reason }) });
  seat.terminal.print('Denied.');
  return 0;
}

async function questionOf(client: OperatorClient, id: string): Promise<Detail> {
  if (/^ap_[0-9a-f]{32}$/.test(id)) return parseDetail(await client.get(`/questions/${id}`));
  throw new SluiceError('settings-invalid', `${named(id)} is no id of a question`, {
    hint: '`sluice approvals` lists them: `ap_` and 32 hexadecimal digits',
  });
}

async function isWanted({ terminal }: Seat): Promise<boolean> {
  if (terminal.key === undefined) {
    throw new SluiceError('settings-invalid', 'nobody is at the keyboard to say yes', {
      hint: 'look at what it asks above, then add `--yes`',
    });
  }
  const key = await terminal.key('Approve exactly this, once? [y/N] ');
  return key === 'y' || key === 'Y';
}
