import { Argument, Command, Option } from 'commander';
import {
  runAddKey,
  runListKeys,
  runRevokeKey,
  type AddKeyOptions,
  type ListKeysOptions,
} from '../operator/keys.ts';
import { processContext } from '../operator/process-context.ts';
import { urlHelp } from '../operator/url-help.ts';
import type { CommandContext } from '../command-context.ts';

/** `sluice keys`: who may come in, as a client or as an operator. */
export function keysCommand(context: CommandContext): Command {
  const keys = new Command('keys')
    .description('List, make and revoke the keys of clients and operators')
    .addHelpText('after', '\nExample:\n  sluice keys list');
  keys
    .command('list')
    .description('Print all keys, without their secrets')
    .option('--json', 'print each as a line of JSON')
    .option('--url <url>', urlHelp)
    .addHelpText('after', '\nExample:\n  sluice keys list')
    .action(async (options: ListKeysOptions) =>
      context.exitWith(await runListKeys(options, processContext(context))),
    );
  keys.addCommand(addCommand(context));
  keys
    .command('revoke')
    .description('Revoke a key, at once')
    .argument('<id>', 'of the key')
    .option('--url <url>', urlHelp)
    .addHelpText('after', '\nExample:\n  sluice keys revoke key_0123456789abcdef')
    .action(async (id: string, options: { readonly url?: string }) =>
      context.exitWith(await runRevokeKey(id, options, processContext(context))),
    );
  return keys;
}

const roles = ['viewer', 'approver', 'endorser', 'admin'];

function addCommand(context: CommandContext): Command {
  return new Command('add')
    .description('Make a key; its secret is shown once')
    .addArgument(new Argument('<kind>', 'whose key it is').choices(['client', 'operator']))
    .argument('<name>', 'of the client or the person')
    .option('--profile <name>', 'of a client, in the settings; default: default')
    .addOption(new Option('--role <names...>', 'of an operator').choices(roles))
    .option('--clearance <label>', 'of an operator: what they may see; `top` is everything')
    .option('--tenant <name>', 'of whom; default: your own, and without one it must be said')
    .addOption(new Option('--all-tenants', 'an operator of every tenant').conflicts('tenant'))
    .option('--secret-file <file>', 'write the secret there, for your user alone')
    .addOption(new Option('--print', 'print the secret alone').conflicts('secretFile'))
    .option('--url <url>', urlHelp)
    .addHelpText(
      'after',
      `
Examples:
  sluice keys add client ci-agent --tenant default
  sluice keys add operator ann --tenant default --role approver --clearance top`,
    )
    .action(async (kind: 'client' | 'operator', name: string, options: AddKeyOptions) =>
      context.exitWith(await runAddKey({ kind, name }, options, processContext(context))),
    );
}
