import { homedir } from 'node:os';
import { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { processContext } from '../operator/api/process-context.ts';
import { urlHelp } from '../operator/api/where.ts';
import type { WrapOptions } from './wrap.ts';
import {
  acceptOffers,
  type AcceptOptions,
  diffOffers,
  forgetOffers,
  listOffers,
  type OffersOptions,
  resetClient,
} from './offers.ts';

/** `sluice mcp`: a stdio server behind the gateway, and what servers offer. */
export function mcpCommand(context: CommandContext): Command {
  const mcp = new Command('mcp')
    .description('Guard an MCP server; list, compare and accept what servers offer')
    .argument('[command...]', 'the server and its arguments, after --')
    .option('--name <name>', 'name of the server in policies (default: from its command)')
    .option('--policy <file>', 'policy (default: sluice.yaml here, else the pack for the server)')
    .option('--accept-policy', 'accept the policy as it is now, if it has changed')
    .option('--transparent', 'pass all on unchecked: for measuring, it is no protection')
    .option('--log', 'hide and stop nothing: record what would have happened')
    .passThroughOptions()
    .addHelpText('after', `\n${help}`)
    .action(async (words: readonly string[], options: WrapOptions) => {
      if (words.length === 0) return mcp.help({ error: true });
      const { wrapServer } = await import('./wrap.ts');
      const { env, stdin: input, stdout: output } = process;
      const warn = (line: string): void => context.terminal.warn(line);
      const place = { env, folder: process.cwd(), home: homedir(), input, output, warn };
      context.exitWith(await wrapServer(words, options, place));
    });
  addReading(mcp, context);
  addActs(mcp, context);
  return mcp;
}

function addReading(mcp: Command, context: CommandContext): void {
  common(mcp.command('list').description('List what servers offer, and what clients have read'))
    .addHelpText('after', '\nExample:\n  sluice mcp list')
    .action(async (options: OffersOptions) =>
      context.exitWith(await listOffers(options, processContext(context))),
    );
  common(mcp.command('diff').description('Show what is new or has changed, word by word'))
    .argument('[server]', 'only of this server')
    .addHelpText('after', '\nExample:\n  sluice mcp diff files')
    .action(async (server: string | undefined, options: OffersOptions) =>
      context.exitWith(await diffOffers(server, options, processContext(context))),
    );
}

function addActs(mcp: Command, context: CommandContext): void {
  common(mcp.command('accept').description('Let clients use what a server offers, as it reads now'))
    .argument('<server>', 'the name of the server')
    .argument('[names...]', 'only these tools, prompts or addresses')
    .option('--yes', 'do not ask for confirmation; takes --shown')
    .option('--shown <hash>', 'the hash that `sluice mcp diff` printed below what you read')
    .addHelpText('after', '\nExample:\n  sluice mcp accept files')
    .action(async (server: string, names: readonly string[], options: AcceptOptions) =>
      context.exitWith(await acceptOffers([server, ...names], options, processContext(context))),
    );
  common(mcp.command('reset').description('Take it that a client has forgotten what it read'))
    .argument('<client>', 'the id that `sluice mcp list` shows')
    .requiredOption('--because <text>', 'your reason, for the audit log')
    .addHelpText('after', "\nExample:\n  sluice mcp reset key_1 --because 'a new conversation'")
    .action(async (client: string, options: OffersOptions & { because: string }) =>
      context.exitWith(await resetClient(client, options, processContext(context))),
    );
  common(mcp.command('forget').description('Forget all that a server offers: it is hidden again'))
    .argument('<server>', 'the name of the server')
    .requiredOption('--because <text>', 'your reason, for the audit log')
    .addHelpText('after', "\nExample:\n  sluice mcp forget files --because 'it is not used'")
    .action(async (server: string, options: OffersOptions & { because: string }) =>
      context.exitWith(await forgetOffers(server, options, processContext(context))),
    );
}

function common(command: Command): Command {
  return command
    .option('--tenant <name>', 'tenant whose servers are meant')
    .option('--json', 'print JSON, one a line')
    .option('--url <url>', urlHelp);
}

const help = `In a client's configuration, write it before the server's own command:
  "command": "npx", "args": ["sluice", "mcp", "--", "npx", "-y", "@example/server"]

It starts the gateway of this folder, or uses the one that runs here. What the server offers is
hidden until somebody accepts it. A call that the policy asks about waits for a person.

Example:
  sluice mcp -- npx -y @modelcontextprotocol/server-filesystem .`;
