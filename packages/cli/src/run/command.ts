import { homedir } from 'node:os';
import { Command, Option } from 'commander';
import type { CommandContext } from '../command-context.ts';
import type { RunOptions } from './run.ts';

/** `sluice run`: a coding agent behind a gateway of its own. */
export function runAgentCommand({ terminal, exitWith }: CommandContext): Command {
  return new Command('run')
    .description('Run a coding agent (codex, claude, opencode, qwen, cn, gemini, aider) guarded')
    .argument('<command...>', 'the agent and its arguments, after --')
    .option('--policy <file>', 'policy (default: the one that is shipped for the agent)')
    .option('--accept-policy', 'take the policy as it is now, though it has changed since')
    .addOption(
      new Option('--network <what>', 'what the sandbox lets the agent reach')
        .choices(['host', 'gateway'])
        .default('host', 'host: all that this machine reaches'),
    )
    .option('--no-sandbox', 'let the agent see all that you see: it could answer its own questions')
    .option('--check', 'prove it: one attack that is held, and one honest call; needs no key')
    .option('--json', 'print what was started as one line of JSON, before the agent’s own output')
    .passThroughOptions()
    .addHelpText('after', `\n${help}`)
    .action(async (words: readonly string[], options: RunOptions & { check?: true }) => {
      const { check, ...rest } = options;
      const place = { env: process.env, folder: process.cwd(), home: homedir() };
      if (check === true) {
        const { checkAgent } = await import('./check/check.ts');
        return exitWith(await checkAgent(words[0] ?? '', rest, { terminal, place }));
      }
      const { runAgent } = await import('./run.ts');
      exitWith(await runAgent(words, rest, { terminal, place }));
    });
}

const help = `It starts the gateway that the agent needs, or uses the one that runs here already, and points
this one process at it: your own settings stay as they are. The provider's key stays with the
gateway (OPENAI_API_KEY, ANTHROPIC_API_KEY or GEMINI_API_KEY). It ends with the agent's exit code.

On Linux the agent runs in a sandbox (bubblewrap): it does not see the gateway, its keys or its
state, and writes to its folder alone.

Examples:
  sluice run --check -- codex
  sluice run -- codex`;
