import { Command, type CommandContext } from 'sluice/parts';

/** `sluice bench agentdojo setup`. */
export function setUpCommand({ terminal, exitWith }: CommandContext): Command {
  return new Command('setup')
    .description('Install the pinned AgentDojo in a Python environment of its own')
    .option('--python <program>', 'the Python to make it with')
    .addHelpText('after', '\nExample:\n  sluice bench agentdojo setup --python python3.12')
    .action(async (options: { readonly python?: string }) => {
      const { setUpAgentDojo } = await import('../../agentdojo/set-up.ts');
      await setUpAgentDojo({ ...options, onLine: (line) => terminal.print(line) });
      exitWith(0);
    });
}
