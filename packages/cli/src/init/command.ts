import { homedir } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { clientPolicies } from './client-policies.ts';
import type { InitOptions } from './init.ts';
import type { InitMcpOptions } from './mcp/init-mcp.ts';
import type { Ask } from './questions.ts';

/** `sluice init`: a first policy for the project that one stands in. */
export function initCommand({ terminal, exitWith }: CommandContext): Command {
  return new Command('init')
    .description('Write a first policy and gateway settings for a project')
    .option('--yes', 'ask no questions: take the strict answer to each')
    .option('--dir <folder>', 'folder of the project (default: this folder)')
    .option('--client <name>', `the policy for a coding agent: ${clientPolicies.join(', ')}`)
    .option('--servers <names>', 'start these MCP servers and ask for their tools: `all`, or names')
    .option('--write-tools <file>', 'also write what these servers offer as a list of tools')
    .option('--tools <file...>', 'tools in these files: a list, an OpenAPI document, source code')
    .option('--model <name>', 'a model to draft beside the rules: openai:NAME or anthropic:NAME')
    .option('--base-url <url>', 'address of the model server')
    .option('--mcp', 'put Sluice before the MCP servers of Claude, Codex, Cursor, VS Code, ...')
    .option('--undo', 'with --mcp: take Sluice away again')
    .option('--policy <file>', 'with --mcp: the policy for these servers')
    .option('--json', 'ask no questions, and print what was found and written as one line of JSON')
    .addHelpText('after', help)
    .action(async (options: InitOptions & InitMcpOptions & { readonly mcp?: true }) => {
      if (options.mcp === true) {
        const { initMcp } = await import('./mcp/init-mcp.ts');
        const { env, platform } = process;
        return exitWith(await initMcp(options, { terminal, home: homedir(), env, platform }));
      }
      const ask = terminal.interactive ? lineAsker() : undefined;
      const { runInit } = await import('./init.ts');
      exitWith(await runInit(options, { terminal, ask, env: process.env }));
    });
}

const help = `
It reads your manifests, your MCP configuration and your tools, and runs none of your code, unless
you name MCP servers with --servers: those are started (or reached), asked for their tools, and
ended. A model that you name with --model is sent the name, description and schema of each tool; it
makes settings stricter, and what it would make looser becomes a comment beside them. Its key is
in OPENAI_API_KEY or ANTHROPIC_API_KEY. It writes sluice.yaml and gateway.yaml, and overwrites no
file.

A list of tools (tools.json) is [{"name": ..., "description": ..., "parameters": {...}}], or what
your client sends the model as \`tools\`. Of MCP servers this writes it:
  sluice init --servers all --write-tools tools.json
Of the AI SDK's tools, these lines print it, in a file beside the agent.ts that exports them:
  import { asSchema } from 'ai'; import { tools } from './agent.ts';
  const list = Object.entries(tools).map(async ([name, { description, inputSchema }]) =>
    ({ name, description, parameters: await asSchema(inputSchema).jsonSchema }));
  console.log(JSON.stringify(await Promise.all(list)));
Then: sluice init --tools tools.json, sluice test --tools tools.json.

Examples:
  sluice init
  sluice init --dir ../my-agent --yes
  sluice init --servers all
  sluice init --tools openapi.yaml
  sluice init --model openai:qwen3 --base-url http://localhost:11434/v1
  sluice init --client claude-code
  sluice init --mcp
  sluice init --mcp --undo`;

/**
 * Asks on the process's own terminal, a line at a time. The end of the input (Ctrl-D) answers with
 * nothing; Ctrl-C ends the process as it does everywhere.
 */
function lineAsker(): Ask {
  return async (text) => {
    const lines = createInterface({ input: process.stdin, output: process.stdout });
    const ended = new Promise<string>((resolve) => {
      lines.once('close', () => resolve(''));
    });
    lines.once('SIGINT', () => process.exit(interrupted));
    try {
      return await Promise.race([lines.question(text), ended]);
    } finally {
      lines.close();
    }
  };
}

/** The exit code that a shell gives a command that Ctrl-C ended (128 + SIGINT). */
const interrupted = 130;
