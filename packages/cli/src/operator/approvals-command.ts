import { Command } from 'commander';
import { runApprove, runDeny, type ApproveOptions, type DenyOptions } from './answer.ts';
import { runApprovals, type ApprovalsOptions } from './approvals.ts';
import { runLower, type LowerOptions, type RegionOf } from './lower.ts';
import { processContext } from './api/process-context.ts';
import { urlHelp } from './api/url-help.ts';
import type { CommandContext } from '../command-context.ts';

/** `sluice approvals`: what waits for a person. */
export function approvalsCommand(context: CommandContext): Command {
  return new Command('approvals')
    .description('List the calls that wait for approval, or show one of them')
    .argument('[id]', 'show this question in full, without answering it')
    .option('--watch', 'show each question as it comes, until Ctrl-C')
    .option('--run <id>', 'only questions of this run')
    .option('--json', 'print JSON, one object per line')
    .option('--url <url>', urlHelp)
    .addHelpText('after', `\n${keyHelp}\nExample:\n  sluice approvals --watch`)
    .action(async (id: string | undefined, options: ApprovalsOptions) => {
      const operatorContext = processContext(context, { watching: options.watch === true });
      context.exitWith(await runApprovals(id, options, operatorContext));
    });
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

/** `sluice endorse`: trust one region more than its label says. */
export function endorseCommand(context: CommandContext): Command {
  return lowering(context, {
    kind: 'endorse',
    description: 'Raise the trust of one region of a run',
    example: '--dimension integrity --to trusted --because "I wrote it myself"',
  });
}

/** `sluice declassify`: let more readers see one region than its label says. */
export function declassifyCommand(context: CommandContext): Command {
  return lowering(context, {
    kind: 'declassify',
    description: 'Let more readers see one region of a run',
    example: '--dimension confidentiality --to everyone --because "it is on our website"',
  });
}

function lowering(
  context: CommandContext,
  {
    kind,
    description,
    example,
  }: { readonly kind: RegionOf['kind']; readonly description: string; readonly example: string },
): Command {
  return new Command(kind)
    .description(description)
    .argument('<run>', 'id of the run')
    .argument('<region>', 'id of the region, as `sluice approvals ID` shows it')
    .requiredOption('--dimension <name>', 'which dimension of the label changes')
    .requiredOption('--to <value>', 'its new value')
    .requiredOption('--because <text>', 'your reason, for the audit log')
    .option('--tenant <name>', 'tenant of the run, if several have a run with this id')
    .option('--hash <hash>', 'only if the region still has this hash')
    .option('--yes', 'do not ask for confirmation; needs --hash')
    .option('--url <url>', urlHelp)
    .addHelpText(
      'after',
      `
It shows the region and asks; without a terminal it needs --yes and --hash. It needs the key of an
endorser. The change is recorded in the audit log, with your reason.

Example:
  sluice ${kind} 0123456789abcdef m3.0 \\
    ${example}`,
    )
    .action(async (run: string, region: string, options: LowerOptions) =>
      context.exitWith(await runLower({ kind, run, region }, options, processContext(context))),
    );
}

const keyHelp = `It uses the operator's key in SLUICE_OPERATOR_KEY, or else in the file .sluice/operator.key.
`;
