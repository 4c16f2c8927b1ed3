import { Command, InvalidArgumentError, Option } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { untilStopped } from '../until-stopped.ts';
import type { GatewayCommandOptions } from './run-gateway.ts';

/** `sluice gateway`: guards an agent that is pointed at it. */
export function gatewayCommand({ terminal, exitWith }: CommandContext): Command {
  return new Command('gateway')
    .description(
      'Run the gateway: an OpenAI, Anthropic and Gemini API on this machine, guarded by your policy',
    )
    .option('--settings <file>', 'settings file (default: gateway.yaml)')
    .option('--port <number>', 'port to listen on (default: from the settings, else 4141)', portOf)
    .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
    .option('--json', 'print the log as JSON, one object per line')
    .option(
      '--trust-clock',
      'delete old records by this machine’s clock, even if it is far from the last record',
    )
    .option(
      '--standby',
      'where another gateway has the PostgreSQL database, wait and serve once that one is gone',
    )
    .addOption(new Option('--while-used <socket>', 'for `sluice run`').hideHelp())
    .addHelpText(
      'after',
      `
It runs until Ctrl-C. Without gateway.yaml it applies sluice.yaml to the providers whose keys are in
OPENAI_API_KEY and ANTHROPIC_API_KEY. Point your agent at the address that it prints.

Example:
  OPENAI_API_KEY=... sluice gateway --port 4141`,
    )
    .action(async (options: GatewayCommandOptions) => {
      // The gateway brings a server and a database: no other command loads them.
      const { runGateway } = await import('./run-gateway.ts');
      const stopped = untilStopped();
      const { env } = process;
      exitWith(await runGateway(options, { terminal, env, nowMs: Date.now, stopped, onHangup }));
    });
}

function portOf(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new InvalidArgumentError('It must be a number from 0 to 65535.');
}

/**
 * Calls `act` at each SIGHUP, which is how a service manager asks a server to read its files again.
 * On a terminal the signal says that the terminal was closed: there it ends the process, as ever.
 */
export function onHangup(
  act: () => void,
  { isTerminal = process.stdin.isTTY }: { readonly isTerminal?: boolean } = {},
): void {
  if (isTerminal || process.platform === 'win32') return;
  process.on('SIGHUP', act);
}
