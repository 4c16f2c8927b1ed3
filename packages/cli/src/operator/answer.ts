import { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { read, summary } from './api/answers.ts';
import { OperatorClient, type ClientOptions } from './api/client.ts';
import { type OperatorContext, processContext } from './api/process-context.ts';
import { urlHelp } from './api/where.ts';
import { isConfirmed, isWanted } from './confirm.ts';
import { questionOf, showQuestion } from './question.ts';
import { named } from './show/visible.ts';

interface ApproveOptions extends ClientOptions {
  readonly yes?: true;
}

interface DenyOptions extends ClientOptions {
  readonly reason?: string;
  readonly yes?: true;
}

/** `sluice approve`: yes to one call. */
export function approveCommand(context: CommandContext): Command {
  return new Command('approve')
    .description('Show a waiting call in full, and approve it once')
    .argument('<id>', 'id of the question, from `sluice approvals`')
    .option('--yes', 'do not ask for confirmation')
    .option('--url <url>', urlHelp)
    .addHelpText(
      'after',
      `
Control characters, invisible characters and foreign scripts in the call are written out or named.
An approval lets exactly this call run, once, and lowers no label. To confirm, type y and Enter
after the question appears; anything typed before does not count.
Exit code 1: you did not confirm, and the question stays open.

Example:
  sluice approve ap_0123456789abcdef0123456789abcdef`,
    )
    .action(async (id: string, options: ApproveOptions) =>
      context.exitWith(await runApprove(id, options, processContext(context))),
    );
}

/** `sluice deny`: no to one call. */
export function denyCommand(context: CommandContext): Command {
  return new Command('deny')
    .description('Show a waiting call in full, and refuse it')
    .argument('<id>', 'id of the question, from `sluice approvals`')
    .option('--yes', 'do not ask for confirmation')
    .option('--reason <text>', 'tell the model why; the text gets the label of the call')
    .option('--url <url>', urlHelp)
    .addHelpText(
      'after',
      '\nOn a terminal it asks first. Exit code 1: you did not confirm, and the question stays open.\n' +
        "\nExample:\n  sluice deny ap_0123456789abcdef0123456789abcdef --reason 'not this account'",
    )
    .action(async (id: string, options: DenyOptions) =>
      context.exitWith(await runDeny(id, options, processContext(context))),
    );
}

/**
 * Shows a question whole, asks at the keyboard, and says yes to the very call that was shown. 1
 * where somebody thought better of it.
 */
async function runApprove(
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
  const after = read(summary, await client.post(`/questions/${id}/approve`, { hash }));
  const left = after.waitingFor.map(named).join(', ');
  terminal.print(left === '' ? 'Approved, once.' : `Noted. It still needs ${left}.`);
  return 0;
}

/**
 * Shows a question whole, asks at the keyboard where somebody is there, and says no. 1 where they
 * thought better of it.
 */
async function runDeny(
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
