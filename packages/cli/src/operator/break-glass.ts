import { SluiceError } from '@sluice/core';
import { fieldsOf } from '../files.ts';
import { numberIn } from './api/answers.ts';
import type { OperatorContext } from './approvals.ts';
import { reasonIn } from './because.ts';
import { OperatorClient, type ClientOptions } from './api/client.ts';
import { isConfirmed, type ConfirmOptions } from './confirm.ts';
import { named, plainJson, quoted } from './show/visible.ts';

export interface BreakGlassOptions extends ClientOptions, ConfirmOptions {
  readonly minutes: string;
  readonly because: string;
  readonly json?: true;
}

interface Order {
  readonly profile: string;
  readonly minutes: number;
  readonly because: string;
}

/** What the gateway takes at most. */
const minutesMax = 240;

/**
 * Suspends the guard of a profile for a while, after it has shown what that means. 1 where somebody
 * thought better of it.
 */
export async function runBreakGlass(
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
  const answer = await client.post('/break-glass', { ...order });
  const untilMs = numberIn(fieldsOf(answer), 'untilMs');
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
