import { SluiceError } from '@sluice/core';
import { Command } from 'commander';
import * as z from 'zod/mini';
import type { CommandContext } from '../command-context.ts';
import { number, read } from './api/answers.ts';
import { type ClientOptions, OperatorClient } from './api/client.ts';
import { type OperatorContext, processContext } from './api/process-context.ts';
import { urlHelp } from './api/where.ts';
import { type ConfirmOptions, isConfirmed, reasonIn } from './confirm.ts';
import { named, plainJson, quoted } from './show/visible.ts';

interface BreakGlassOptions extends ClientOptions, ConfirmOptions {
  readonly minutes: string;
  readonly because: string;
  readonly json?: true;
}

/** `sluice break-glass`: for an outage, a profile only records. */
export function breakGlassCommand(context: CommandContext): Command {
  return new Command('break-glass')
    .description(
      'SUSPEND the guard of a profile for some minutes: nothing is stopped, only recorded',
    )
    .argument('<profile>', 'name of the profile in gateway.yaml')
    .requiredOption('--minutes <n>', 'for how long: 1 to 240')
    .requiredOption('--because <text>', 'your reason, for the audit log')
    .option('--yes', 'do not ask for confirmation')
    .option('--json', 'print the end time as one line of JSON')
    .option('--url <url>', urlHelp)
    .addHelpText(
      'after',
      `
It shows what it suspends and until when, and asks; without a terminal it needs --yes. Running it
again sets a new end time. A restart of the gateway ends it. It needs the key of an admin of all
tenants. Exit code 1: you did not confirm, and the guard stays on.

Example:
  sluice break-glass default --minutes 30 --because 'payments are stuck, ticket 4711'`,
    )
    .action(async (profile: string, options: BreakGlassOptions) =>
      context.exitWith(await runBreakGlass(profile, options, processContext(context))),
    );
}

interface Order {
  readonly profile: string;
  readonly minutes: number;
  readonly because: string;
}

const suspension = z.object({ untilMs: number });

/** The most that the gateway takes. */
const minutesMax = 240;

/**
 * Suspends the guard of a profile for a while, after it has shown what that means. 1 where somebody
 * thought better of it.
 */
async function runBreakGlass(
  profile: string,
  options: BreakGlassOptions,
  operatorContext: OperatorContext,
): Promise<0 | 1> {
  const minutes = minutesIn(options.minutes);
  const order: Order = { profile, minutes, because: reasonIn(options.because) };
  const client = new OperatorClient(options, operatorContext);
  const { terminal } = operatorContext;
  // Programs read the answer alone; whoever started them reads this.
  const show = options.json === true ? terminal.warn : terminal.print;
  const [head, ...lines] = warningOf(order, operatorContext.nowMs());
  show(terminal.colours.red(terminal.colours.bold(head)));
  for (const line of lines) show(line);
  if (!(await isConfirmed('Suspend the guard?', options, operatorContext))) {
    show('Nothing was suspended: the guard stands.');
    return 1;
  }
  const { untilMs } = read(suspension, await client.post('/break-glass', { ...order }));
  if (options.json === true) terminal.print(plainJson({ profile, untilMs }));
  else terminal.print(terminal.colours.red(suspended(profile, untilMs)));
  return 0;
}

function warningOf({ profile, minutes, because }: Order, nowMs: number): [string, ...string[]] {
  return [
    `BREAK GLASS: this suspends the guard of profile ${named(profile)}.`,
    '  No call and no answer is stopped, nobody is asked, and nothing is hidden from the model:',
    '  what would have been decided is only recorded. So it is for every client of this profile,',
    '  in every tenant.',
    `  until    ${timeOf(nowMs + minutes * 60_000)} (${minutes} min)`,
    `  because  ${quoted(because)}`,
    '  Each response says so in its header `x-sluice-break-glass`, and the audit says who and why.',
  ];
}

function suspended(profile: string, untilMs: number): string {
  return (
    `SUSPENDED: profile ${named(profile)} only records until ${timeOf(untilMs)}, then enforces ` +
    'again. To end it sooner, start the gateway again.'
  );
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}

function minutesIn(text: string): number {
  const minutes = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (minutes >= 1 && minutes <= minutesMax) return minutes;
  throw new SluiceError('settings-invalid', `\`--minutes\` cannot be ${quoted(text)}`, {
    hint: `write whole minutes from 1 to ${minutesMax}: \`--minutes 30\``,
  });
}
