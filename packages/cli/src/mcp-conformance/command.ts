import { type Era, eras } from '@sluice/mcp-conformance';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { listed } from '../listed-names.ts';

export interface ConformanceCommandOptions {
  readonly server: 'http' | 'stdio';
  readonly at?: string;
  readonly era?: Era;
  readonly only?: readonly string[];
  readonly list?: boolean;
  readonly json?: boolean;
  readonly token: readonly string[];
  readonly otherAudience?: string;
  readonly timeout: number;
  readonly port?: number;
}

/** `sluice mcp-conformance`: tries any MCP proxy from both of its ends. */
export function mcpConformanceCommand({ terminal, exitWith }: CommandContext): Command {
  return new Command('mcp-conformance')
    .description('Test any MCP proxy: a scripted client before it, a scripted server behind it')
    .argument('[proxy...]', 'its address, or the command that starts it')
    .addOption(
      new Option('--server <wire>', 'how a command reaches its server')
        .choices(['http', 'stdio'])
        .default('http'),
    )
    .option('--at <url>', 'the address that the command serves (default: it speaks over stdio)')
    .addOption(new Option('--era <version>', 'play one era (default: both)').choices(eras))
    .option('--only <names>', 'scenarios or topics, with commas between them', listed)
    .option('--list', 'list the scenarios: what each tries, why, and where that is written')
    .option('--json', 'print only the figures and what fails, as one line of JSON')
    .option('--token <token>', 'a token of a client, given twice for two clients', added, [])
    .option('--other-audience <token>', 'a token that the proxy must refuse')
    .option('--timeout <seconds>', 'how long one scenario waits', positive, 10)
    .option(
      '--port <port>',
      'the port of the scripted server (default: 8931, or a free one)',
      positive,
    )
    .passThroughOptions()
    .addHelpText('after', `\n${help}`)
    .action(async (words: readonly string[], options: ConformanceCommandOptions) => {
      const { listScenarios, testProxy } = await import('./test-proxy.ts');
      if (options.list === true) return listScenarios(options.only, terminal);
      exitWith(await testProxy(words, options, terminal));
    });
}

function added(token: string, before: readonly string[]): readonly string[] {
  return [...before, token];
}

function positive(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new InvalidArgumentError('It is a whole number above 0.');
}

const help = `A command names its server as {server}: the suite puts the address of its scripted server there,
or with --server stdio the command that starts it. A proxy at an address must already have the
scripted server, http://127.0.0.1:8931/mcp, behind it.

Optional scenarios show what a proxy does beyond the specification, such as holding on to tools
that were accepted; they change no exit code. Exit code 0: no other scenario fails.

Examples:
  sluice mcp-conformance http://127.0.0.1:9000/mcp
  sluice mcp-conformance fastmcp run {server}
  sluice mcp-conformance --at http://127.0.0.1:9000/mcp -- my-proxy --port 9000 {server}
  sluice mcp-conformance --only tokens,refusals/batch http://127.0.0.1:9000/mcp`;
