import { Command, InvalidArgumentError } from 'commander';
import { runEvents, type EventsOptions } from './events.ts';
import { processContext } from './api/process-context.ts';
import { urlHelp } from './api/url-help.ts';
import { runVerify, type VerifyOptions } from './verify.ts';
import type { CommandContext } from '../command-context.ts';

/** `sluice events`: the audit of a gateway. */
export function eventsCommand(context: CommandContext): Command {
  return new Command('events')
    .description('Print the audit log of the gateway, as far as you may see it')
    .option('--run <id>', 'only events of this run')
    .option('--after <seq>', 'only events after this number', seqOf)
    .option('--follow', 'keep printing new events, until Ctrl-C')
    .option('--values', 'include arguments and texts that you may see')
    .option('--json', 'print JSON, one event per line')
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
    .description('Verify the hash chain of the audit log')
    .option('--anchor <seq:hash>', 'an entry that you kept elsewhere: the chain must contain it')
    .option('--url <url>', urlHelp)
    .addHelpText(
      'after',
      `
Somebody who can write to the database can rewrite the whole chain. Only an anchor that you kept
elsewhere shows that. Exit code 1: the chain is broken, or does not contain the anchor.

Examples:
  sluice verify
  sluice verify --anchor 1024:0123456789abcdef...`,
    )
    .action(async (options: VerifyOptions) =>
      context.exitWith(await runVerify(options, processContext(context))),
    );
}

function seqOf(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be the number of an event.');
}
