import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { SluiceError } from '@sluice/core';
import { Argument, Command, Option } from 'commander';
import * as z from 'zod/mini';
import type { CommandContext } from '../command-context.ts';
import { table } from '../terminal.ts';
import { number, read, text, texts, type Fields } from './api/answers.ts';
import { type ClientOptions, OperatorClient, Refused } from './api/client.ts';
import { type OperatorContext, processContext } from './api/process-context.ts';
import { urlHelp } from './api/where.ts';
import { labelText, named, plainJson } from './show/visible.ts';

interface ListKeysOptions extends ClientOptions {
  readonly json?: true;
}

interface RotateKeyOptions extends ClientOptions {
  readonly secretFile?: string;
  readonly print?: true;
}

interface AddKeyOptions extends RotateKeyOptions {
  readonly tenant?: string;
  readonly allTenants?: true;
  readonly profile?: string;
  readonly role?: readonly string[];
  readonly clearance?: string;
}

const roleNames = ['viewer', 'approver', 'endorser', 'admin'];

/** `sluice keys`: who may come in, as a client or as an operator. */
export function keysCommand(context: CommandContext): Command {
  const keys = new Command('keys')
    .description('List, create, rotate and revoke the keys of clients and operators')
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
  keys.addCommand(rotateCommand(context));
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

function addCommand(context: CommandContext): Command {
  return new Command('add')
    .description('Create a key; its secret is shown only once')
    .addArgument(new Argument('<kind>', 'whose key it is').choices(['client', 'operator']))
    .argument('<name>', 'name of the client or the person')
    .option('--profile <name>', 'of a client: its profile in gateway.yaml (default: default)')
    .addOption(
      new Option('--role <names...>', 'of an operator: what they may do').choices(roleNames),
    )
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

function rotateCommand(context: CommandContext): Command {
  return new Command('rotate')
    .description('Replace the secret of a client’s key; its conversations go on under the new one')
    .argument('<id>', 'id of the key, from `sluice keys list`')
    .option('--secret-file <file>', 'write the secret to this file, readable by you only')
    .addOption(new Option('--print', 'print only the secret').conflicts('secretFile'))
    .option('--url <url>', urlHelp)
    .addHelpText(
      'after',
      `
The old secret stops at once. Of an operator, add another key and revoke the old one.

Example:
  sluice keys rotate key_0123456789abcdef --secret-file agent.key`,
    )
    .action(async (id: string, options: RotateKeyOptions) =>
      context.exitWith(await runRotateKey(id, options, processContext(context))),
    );
}

const keyShape = z.object({
  id: text,
  kind: text,
  name: text,
  tenant: z.nullable(text),
  createdMs: number,
  revokedMs: z.nullable(number),
  /** Clients have a profile, operators the two below. */
  profile: z.optional(text),
  roles: z.optional(texts),
  clearance: z.optional(text),
});
const keyList = z.object({ keys: z.array(keyShape) });
const rawKeys = z.object({ keys: z.array(z.unknown()) });
const made = z.object({ secret: text, key: z.object({ id: text }) });
const rotated = z.object({ secret: text });

/** Prints who may come in. Secrets are nowhere but with their owners. */
async function runListKeys(options: ListKeysOptions, operatorContext: OperatorContext): Promise<0> {
  const client = new OperatorClient(options, operatorContext);
  const { terminal } = operatorContext;
  const answer = await client.get('/keys');
  if (options.json === true) {
    for (const key of read(rawKeys, answer).keys) terminal.print(plainJson(key));
  } else {
    const rows = read(keyList, answer).keys.map(row);
    terminal.print(table(['id', 'kind', 'name', 'tenant', 'may', 'since', ''], rows));
  }
  return 0;
}

function row({ id, kind, name, ...rest }: z.output<typeof keyShape>): readonly string[] {
  const { tenant, createdMs, revokedMs, roles, clearance, profile } = rest;
  const may =
    profile !== undefined
      ? `profile ${named(profile)}`
      : `${String(roles)}; sees ${labelText(String(clearance))}`;
  return [
    named(id),
    named(kind),
    named(name),
    tenant === null ? 'every' : named(tenant),
    may,
    dayOf(createdMs),
    revokedMs === null ? '' : `revoked ${dayOf(revokedMs)}`,
  ];
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Makes a key. Where its secret goes is settled first: one that nobody reads lets somebody in. */
async function runAddKey(
  { kind, name }: { readonly kind: 'client' | 'operator'; readonly name: string },
  options: AddKeyOptions,
  operatorContext: OperatorContext,
): Promise<0> {
  const client = new OperatorClient(options, operatorContext);
  const body = kind === 'client' ? clientOf(name, options) : operatorOf(name, options);
  const keep = secretKeeper(options, operatorContext);
  return await kept(keep, async () => {
    const { secret, key: added } = read(made, await post(client, body));
    keep.take(secret);
    keep.print(`The key ${named(added.id)} is in force. ${keep.place}`);
  });
}

/** Replaces the secret of a client's key. */
async function runRotateKey(
  id: string,
  options: RotateKeyOptions,
  operatorContext: OperatorContext,
): Promise<0> {
  const client = new OperatorClient(options, operatorContext);
  const keep = secretKeeper(options, operatorContext);
  return await kept(keep, async () => {
    const path = `/keys/${encodeURIComponent(id)}/secret`;
    keep.take(read(rotated, await client.post(path, {})).secret);
    keep.print(`The old secret of ${named(id)} is void. ${keep.place.replace('Its', 'The new')}`);
  });
}

/** A failure leaves no file behind. */
async function kept(keep: SecretKeeper, make: () => Promise<void>): Promise<0> {
  try {
    await make();
    return 0;
  } catch (error) {
    keep.undo();
    throw error;
  }
}

/**
 * An admin of all tenants must name the key's tenant. The API's hint names a field of its body;
 * ours, the option.
 */
async function post(client: OperatorClient, body: Fields): Promise<unknown> {
  try {
    return await client.post('/keys', body);
  } catch (error) {
    if (!(error instanceof Refused) || error.apiCode !== 'tenant_needed') throw error;
    throw new SluiceError('settings-invalid', error.problem, {
      hint: 'add the tenant: `--tenant default` if there is only one',
      cause: error,
    });
  }
}

function clientOf(name: string, options: AddKeyOptions): Fields {
  const { tenant, profile = 'default' } = options;
  return { kind: 'client', name, profile, ...(tenant !== undefined && { tenant }) };
}

function operatorOf(name: string, options: AddKeyOptions): Fields {
  const { tenant, allTenants, role, clearance } = options;
  if (role === undefined || clearance === undefined) {
    throw new SluiceError('settings-invalid', 'an operator needs a role and a clearance', {
      hint: 'add `--role approver --clearance LABEL`; `top` sees everything',
    });
  }
  const owner = allTenants === true ? null : tenant;
  const body = { kind: 'operator', name, roles: role, clearance };
  return { ...body, ...(owner !== undefined && { tenant: owner }) };
}

interface SecretKeeper {
  readonly place: string;
  readonly take: (secret: string) => void;
  /** Says something beside the secret, where that is not in its way. */
  readonly print: (line: string) => void;
  readonly undo: () => void;
}

/** A pipe or a log takes a secret only where just that was asked for. */
function secretKeeper(
  { secretFile, print }: RotateKeyOptions,
  { terminal }: OperatorContext,
): SecretKeeper {
  if (secretFile !== undefined) return fileKeeper(secretFile, terminal.print);
  if (print === true) {
    return { place: '', take: terminal.print, print: () => undefined, undo: () => undefined };
  }
  if (!terminal.interactive) {
    throw new SluiceError(
      'settings-invalid',
      'the secret would go into a pipe, where nobody sees it',
      {
        hint: 'add `--secret-file FILE`, or `--print` for the secret alone',
      },
    );
  }
  const place = 'Its secret is shown above, and never again.';
  return { place, take: terminal.print, print: terminal.print, undo: () => undefined };
}

function fileKeeper(file: string, print: (line: string) => void): SecretKeeper {
  let handle: number;
  try {
    handle = openSync(file, 'wx', 0o600);
  } catch (cause) {
    throw new SluiceError('file-unreadable', `cannot create \`${file}\``, {
      hint: 'name a new file in a folder that you may write to',
      cause,
    });
  }
  return {
    place: `Its secret is in ${named(file)}.`,
    take: (secret) => {
      writeSync(handle, `${secret}\n`);
      closeSync(handle);
    },
    print,
    undo: () => rmSync(file, { force: true }),
  };
}

/** Revokes a key at once. */
async function runRevokeKey(
  id: string,
  options: ClientOptions,
  operatorContext: OperatorContext,
): Promise<0> {
  await new OperatorClient(options, operatorContext).delete(`/keys/${encodeURIComponent(id)}`);
  operatorContext.terminal.print('Revoked.');
  return 0;
}
