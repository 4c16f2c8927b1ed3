import { Command } from 'commander';
import * as z from 'zod/mini';
import type { CommandContext } from '../command-context.ts';
import { read } from './api/answers.ts';
import { OperatorClient, type ClientOptions } from './api/client.ts';
import { type OperatorContext, processContext } from './api/process-context.ts';
import { urlHelp } from './api/where.ts';
import { openAddress } from './open-address.ts';

interface ConsoleOptions extends ClientOptions {
  readonly open?: boolean;
}

/** `sluice console`: the web console, signed in as whoever holds the key. */
export function consoleCommand(context: CommandContext): Command {
  return new Command('console')
    .description('Open the web console, signed in by your key')
    .option('--no-open', 'only print the address')
    .option('--url <url>', urlHelp)
    .addHelpText(
      'after',
      `
It prints an address that signs in as you: once, and within a minute. The key itself does not
leave this machine's files.

Example:
  sluice console`,
    )
    .action(async (options: ConsoleOptions) =>
      context.exitWith(await runConsole(options, processContext(context))),
    );
}

const codeShape = z.object({ code: z.string(), untilMs: z.number() });

/** Signs in by a code of one use, for the key itself is not to stand in a browser. */
async function runConsole(options: ConsoleOptions, operatorContext: OperatorContext): Promise<0> {
  const client = new OperatorClient(options, operatorContext);
  const { terminal } = operatorContext;
  const { code } = read(codeShape, await client.post('/console/codes', {}));
  const address = `${client.url}/console#code=${code}`;
  terminal.print(`${terminal.colours.bold('The console:')} ${client.url}/console`);
  terminal.print(`  signed in, once, within a minute: ${address}`);
  if (options.open === false || !terminal.interactive) return 0;
  if (!(await openAddress(address)))
    terminal.print('  no browser opened by itself: open the address');
  return 0;
}
