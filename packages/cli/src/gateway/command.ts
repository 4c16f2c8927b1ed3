import { Command, InvalidArgumentError } from 'commander';
import type { GatewayCommandOptions } from './run-gateway.ts';
import { onHangup } from './on-hangup.ts';
import { untilStopped } from './until-stopped.ts';
import type { CommandContext } from '../command-context.ts';

/** `sluice gateway`: guards an agent that is pointed at it. */
export function gatewayCommand({ terminal, exitWith }: CommandContext): Command {
  return new Command('gateway')
    .description('Serve the OpenAI and Anthropic protocols on this machine, guarded by the policy')
    .option('--settings <file>', 'the settings; default: gateway.yaml')
    .option('--port <number>', 'the port; default: what the settings say, else 4141', portOf)
    .option('--host <address>', 'the address to listen on; default: 127.0.0.1')
    .option('--json', 'print the log as lines of JSON')
    .option('--trust-clock', 'this machine’s clock is right, whatever the record says: erase by it')
    .addHelpText('after', '\nExample:\n  OPENAI_API_KEY=... sluice gateway --port 4141')
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
