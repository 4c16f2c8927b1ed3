import { Argument, Command, Option } from 'commander';
import {
  runAddKey,
  runListKeys,
  runRevokeKey,
  type AddKeyOptions,
  type ListKeysOptions,
} from './keys.ts';
import { processContext } from './api/process-context.ts';
import { urlHelp } from './api/url-help.ts';
import type { CommandContext } from '../command-context.ts';

/** `sluice keys`: who may come in, as a client or as an operator. */
export function keysCommand(context: CommandContext): Command {
  const keys = new Command('keys')
    .description('List, create and revoke the keys of clients and operators')
    .addHelpText('after', '\nExample:\n  sluice keys list');
  keys
    .command('list')
    .description('List all keys, without their secrets')
    .option('--json', 'print JSON, one key per line')
    .option('--url <url>', urlHelp)
    .addHelpText('after', '\nExample:\n  sluice keys list')
    .action(async (options: ListKeysOptions) =>
      context.exitWith(await runListKeys(options, processContext(context))),
    );
  keys.addCommand(addCommand(context));
  keys
    .command('revoke')
    .description('Revoke a key, with immediate effect')
    .argument('<id>', 'id of the key, from `sluice keys list`')
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
    .description('Create a key; its secret is shown only once')
    .addArgument(new Argument('<kind>', 'whose key it is').choices(['client', 'operator']))
    .argument('<name>', 'name of the client or the person')
    .option('--profile <name>', 'of a client: its profile in gateway.yaml (default: default)')
    .addOption(new Option('--role <names...>', 'of an operator: what they may do').choices(roles))
    .option(
      '--clearance <label>',
      'of an operator: the label up to which they may see; `top` is everything',
    )
    .option('--tenant <name>', 'tenant of the key (default: yours; required if you have none)')
    .addOption(new Option('--all-tenants', 'make an operator of all tenants').conflicts('tenant'))
    .option('--secret-file <file>', 'write the secret to this file, readable by you only')
    .addOption(new Option('--print', 'print only the secret').conflicts('secretFile'))
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
