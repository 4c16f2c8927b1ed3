import { Command } from 'commander';
import { runApprove, runDeny, type ApproveOptions, type DenyOptions } from '../operator/answer.ts';
import { runApprovals, type ApprovalsOptions } from '../operator/approvals.ts';
import { runLower, type LowerOptions, type RegionOf } from '../operator/lower.ts';
import { processContext } from '../operator/process-context.ts';
import { urlHelp } from '../operator/url-help.ts';
import type { CommandContext } from '../command-context.ts';

/** `sluice approvals`: what waits for a person. */
export function approvalsCommand(context: CommandContext): Command {
  return new Command('approvals')
    .description('List the questions that wait for you, watch them come, or show one whole')
    .argument('[id]', 'of one question: shown whole, and not answered')
    .option('--watch', 'show each one whole as it comes, until interrupted')
    .option('--run <id>', 'of this run')
    .option('--json', 'print each as a line of JSON')
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
    .description('Show a question whole, and say yes to exactly that call, once')
    .argument('<id>', 'of the question')
    .option('--yes', 'do not ask at the keyboard')
    .option('--url <url>', urlHelp)
    .addHelpText(
      'after',
      `
Every control, invisible or foreign character of the call is written out or named. A yes lowers no
label and lets one call through, once. At the keyboard a y and Enter is the yes; what was typed
before the question stood there does not count. Exit code 1: you did not say yes; it stays open.

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
    .description('Show a question whole, and say no to it')
    .argument('<id>', 'of the question')
    .option('--yes', 'do not ask at the keyboard')
    .option('--reason <text>', 'what the model is told, at the label of the call')
    .option('--url <url>', urlHelp)
    .addHelpText(
      'after',
      '\nOn a terminal it asks first. Exit code 1: you thought better of it; it stays open.\n' +
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
    description: 'Trust one region of a run more than its label says',
    example: '--dimension integrity --to trusted --because "I wrote it myself"',
  });
}

/** `sluice declassify`: let more readers see one region than its label says. */
export function declassifyCommand(context: CommandContext): Command {
  return lowering(context, {
    kind: 'declassify',
    description: 'Let more readers see one region of a run than its label says',
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
    .requiredOption('--dimension <name>', 'of the label; the others stay')
    .requiredOption('--to <value>', 'the value that it takes')
    .requiredOption('--because <text>', 'why, for the audit')
    .option('--tenant <name>', 'of the run, where several have one by this id')
    .option('--hash <hash>', 'only if the region still reads as it did with this hash')
    .option('--yes', 'do not ask; needs `--hash`')
    .option('--url <url>', urlHelp)
    .addHelpText('after', `\nExample:\n  sluice ${kind} 0123456789abcdef m3.0 ${example}`)
    .action(async (run: string, region: string, options: LowerOptions) =>
      context.exitWith(await runLower({ kind, run, region }, options, processContext(context))),
    );
}

const keyHelp = `The operator's key is in SLUICE_OPERATOR_KEY, or in .sluice/operator.key (mode 600).
`;
