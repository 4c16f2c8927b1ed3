import { Command, InvalidArgumentError } from 'commander';
import { runEvents, type EventsOptions } from '../operator/events.ts';
import { processContext } from '../operator/process-context.ts';
import { urlHelp } from '../operator/url-help.ts';
import { runVerify, type VerifyOptions } from '../operator/verify.ts';
import type { CommandContext } from '../command-context.ts';

/** `sluice events`: the audit of a gateway. */
export function eventsCommand(context: CommandContext): Command {
  return new Command('events')
    .description('Print the audit of the gateway, as far as you are cleared for it')
    .option('--run <id>', 'of this run')
    .option('--after <seq>', 'events after this one', seqOf)
    .option('--follow', 'go on with those that come, until interrupted')
    .option('--values', 'with the arguments of calls and the texts that you are cleared for')
    .option('--json', 'print each whole, as a line of JSON')
    .option('--url <url>', urlHelp)
    .addHelpText('after', '\nExample:\n  sluice events --follow')
    .action(async (options: EventsOptions) =>
      context.exitWith(
        await runEvents(options, processContext(context, { watching: options.follow === true })),
      ),
    );
}

/** `sluice verify`: whether the audit is the one that was written. */
export function verifyCommand(context: CommandContext): Command {
  return new Command('verify')
    .description('Recompute the hash chain of the audit')
    .option('--anchor <seq:hash>', 'a link that you kept outside: the chain must lead through it')
    .option('--url <url>', urlHelp)
    .addHelpText(
      'after',
      `
Without an anchor the chain is only consistent with itself: who can write to the database can
rewrite all of it. Exit code 1: a link does not hold, or the record is not the anchor's.

Example:
  sluice verify`,
    )
    .action(async (options: VerifyOptions) =>
      context.exitWith(await runVerify(options, processContext(context))),
    );
}

function seqOf(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('it must be the number of an event');
}
