import { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { type ClientOptions, OperatorClient, Refused } from './api/client.ts';
import { type OperatorContext, processContext } from './api/process-context.ts';
import { urlHelp } from './api/where.ts';
import { plainJson } from './show/visible.ts';

interface ReloadOptions extends ClientOptions {
  readonly json?: true;
}

/** `sluice reload`: a changed policy counts from now on. */
export function reloadCommand(context: CommandContext): Command {
  return new Command('reload')
    .description('Make the running gateway read its policies again')
    .option('--json', 'print one line of JSON when it is done')
    .option('--url <url>', urlHelp)
    .addHelpText(
      'after',
      `
If one policy has a mistake, all stay as they were. A change of \`gateway.yaml\` itself needs a
restart. It needs the key of an admin of all tenants.

Example:
  sluice policy check sluice.yaml && sluice reload`,
    )
    .action(async (options: ReloadOptions) =>
      context.exitWith(await runReload(options, processContext(context))),
    );
}

/** Has the gateway read its policies again. Where one is wrong, all stay as they were. */
async function runReload(options: ReloadOptions, operatorContext: OperatorContext): Promise<0> {
  const client = new OperatorClient(options, operatorContext);
  const { terminal } = operatorContext;
  try {
    await client.post('/reload', {});
  } catch (error) {
    throw error instanceof Refused && error.status === 400 ? unchanged(error) : error;
  }
  if (options.json === true) terminal.print(plainJson({ reloaded: true }));
  else terminal.print('The policies were read again. They decide from the next request on.');
  return 0;
}

function unchanged({ status, apiCode, message, hint }: Refused): Refused {
  const text = `${message}; the policies that were in force stay`;
  return new Refused({ status, apiCode }, { message: text, hint });
}
