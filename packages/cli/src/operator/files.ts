import path from 'node:path';
import { SluiceError } from '@sluice/core';
import { Command } from 'commander';
import * as z from 'zod/mini';
import type { CommandContext } from '../command-context.ts';
import { number, read, text } from './api/answers.ts';
import { type ClientOptions, OperatorClient } from './api/client.ts';
import { type OperatorContext, processContext } from './api/process-context.ts';
import { urlHelp } from './api/where.ts';
import { type ConfirmOptions, isConfirmed, reasonIn } from './confirm.ts';
import { listed } from './show/fold.ts';
import { labelText, named, plainJson, quoted } from './show/visible.ts';

interface FilesOptions extends ClientOptions {
  readonly tenant?: string;
  readonly json?: true;
}

interface EndorseOptions extends FilesOptions, ConfirmOptions {
  readonly because: string;
  /** The hash of what somebody read. */
  readonly hash?: string;
}

/** `sluice files`: what calls have left at files, and that a person vouches for one. */
export function filesCommand(context: CommandContext): Command {
  const files = new Command('files')
    .description('List, explain and endorse the labels that calls have left at files')
    .addHelpText('after', '\nExample:\n  sluice files list');
  common(
    files.command('list').description('List the files that read above the policy'),
    'list',
  ).action(async (options: FilesOptions) =>
    context.exitWith(await runList(options, processContext(context))),
  );
  common(
    files
      .command('explain')
      .description('Show why a file reads above the policy')
      .argument('<path>', 'the file, as it lies here or as `sluice files list` shows it'),
    'explain src/index.ts',
  ).action(async (file: string, options: FilesOptions) =>
    context.exitWith(await runExplain(file, options, processContext(context))),
  );
  files.addCommand(endorseCommand(context));
  return files;
}

/** The options of each command, and an example of it. */
function common(command: Command, example: string): Command {
  return command
    .option('--tenant <name>', 'tenant whose agent wrote the file')
    .option('--json', 'print JSON, one file per line')
    .option('--url <url>', urlHelp)
    .addHelpText('after', `\nExample:\n  sluice files ${example}`);
}

function endorseCommand(context: CommandContext): Command {
  const command = new Command('endorse')
    .description('Trust one file as the policy does, for a reason')
    .argument('<path>', 'the file, as `sluice files list` shows it')
    .requiredOption('--because <text>', 'your reason, for the audit log')
    .option('--hash <hash>', 'only if the file and its record still have this hash')
    .option('--yes', 'do not ask for confirmation; needs --hash')
    .addHelpText(
      'after',
      `
Read the file first. It shows what is recorded and asks; without a terminal it needs --yes and
--hash. It needs the key of an endorser. The act is in the audit log, with your reason.`,
    );
  return common(command, `endorse src/index.ts --because 'I read the change'`).action(
    async (file: string, options: EndorseOptions) =>
      context.exitWith(await runEndorse(file, options, processContext(context))),
  );
}

const fileView = z.object({
  tenant: text,
  path: text,
  label: text,
  cause: text,
  run: text,
  call: text,
  atMs: number,
  content: text,
  view: text,
});
type FileView = z.output<typeof fileView>;

const filePage = z.object({ files: z.array(fileView), hidden: number });

async function runList(options: FilesOptions, operatorContext: OperatorContext): Promise<0> {
  const client = new OperatorClient(options, operatorContext);
  const { terminal } = operatorContext;
  const { tenant, json } = options;
  const { files, hidden } = read(filePage, await client.get('/files', { tenant }));
  for (const each of files) {
    if (json === true) terminal.print(plainJson(each));
    else for (const line of listed(lineOf(each), terminal)) terminal.print(line);
  }
  if (json === true) return 0;
  if (files.length === 0) terminal.print('Every file reads as the policy says.');
  else terminal.print('\nSee why: sluice files explain PATH; then sluice files endorse PATH');
  if (hidden > 0) terminal.print(`${hidden} more are above your clearance.`);
  return 0;
}

function lineOf({ path: file, label, cause, atMs, content }: FileView): string {
  const when = new Date(atMs).toISOString().slice(0, 19);
  const now = content === 'as recorded' || content === 'unknown' ? '' : `, ${content}`;
  return `${named(file)}  ${labelText(label)}  ${cause} ${when}${now}`;
}

async function runExplain(
  file: string,
  options: FilesOptions,
  operatorContext: OperatorContext,
): Promise<0> {
  const client = new OperatorClient(options, operatorContext);
  const { terminal } = operatorContext;
  const files = await filesAt(client, file, options);
  for (const each of files) {
    if (options.json === true) terminal.print(plainJson(each));
    else print(linesOf(each), operatorContext);
  }
  if (files.length === 0 && options.json !== true) {
    terminal.print(`Nothing that you may see is recorded of ${named(file)}.`);
    terminal.print('It reads as the policy says. See all: sluice files list');
  }
  return 0;
}

async function filesAt(
  client: OperatorClient,
  file: string,
  { tenant }: FilesOptions,
): Promise<readonly FileView[]> {
  const query = { path: path.resolve(file), tenant };
  return read(filePage, await client.get('/files', query)).files;
}

const causes: Readonly<Record<string, string>> = {
  written: 'A call named the file and wrote it.',
  changed: 'After a command of the agent the file read otherwise than before.',
  unlisted:
    'Nobody could tell what a command changed here: the folder is not on the machine of the ' +
    'gateway, or holds too many files. All that lies in it counts.',
  open: 'A command was given out, and what it changed is not known yet. All that lies here counts.',
};

function linesOf({ path: file, label, cause, run, call, content, view }: FileView) {
  return [
    `${named(file)}, ${labelText(label)}`,
    `  ${causes[cause] ?? cause}`,
    `  call ${named(call)} of run ${named(run)}: sluice why ${named(call)}`,
    `  content ${content}, hash ${named(view)}`,
  ];
}

function print(lines: readonly string[], { terminal }: OperatorContext): void {
  for (const line of lines) for (const part of listed(line, terminal)) terminal.print(part);
}

/** Forgets what is recorded of one file, after somebody said yes to it. 1 where they did not. */
async function runEndorse(
  file: string,
  options: EndorseOptions,
  operatorContext: OperatorContext,
): Promise<0 | 1> {
  const because = reasonIn(options.because);
  if (options.yes === true && options.hash === undefined) throw unread();
  const client = new OperatorClient(options, operatorContext);
  const { terminal } = operatorContext;
  const files = await filesAt(client, file, options);
  // Programs read the answer alone.
  const show = options.json === true ? terminal.warn : terminal.print;
  for (const each of files) for (const line of linesOf(each)) show(line);
  const own = files.find((each) => isNamed(each, file));
  const view = options.hash ?? own?.view;
  if (own === undefined || view === undefined) throw noRecord(file, files);
  show(`  ${named(own.path)} reads as the policy says, because ${quoted(because)}`);
  if (!(await isConfirmed('Endorse this file, as it reads now?', options, operatorContext))) {
    show('Nothing was changed.');
    return 1;
  }
  const { tenant } = own;
  await client.post('/files/endorse', { tenant, path: own.path, view, because });
  if (options.json === true) terminal.print(plainJson({ endorsed: own.path, tenant }));
  else terminal.print('Endorsed. It counts from the next request on.');
  const others = files.filter((each) => each.path !== own.path);
  if (others.length > 0)
    show(`It still has the label of ${others.map(({ path: at }) => named(at)).join(', ')}.`);
  return 0;
}

/** The record that lies deepest is that of the file, if one is. */
function isNamed({ path: recorded }: FileView, file: string): boolean {
  const whole = path.resolve(file).normalize('NFC').toLowerCase();
  const own = recorded.normalize('NFC').toLowerCase();
  return whole === own || (!path.isAbsolute(recorded) && whole.endsWith(`/${own}`));
}

function noRecord(file: string, files: readonly FileView[]): SluiceError {
  const [folder] = files;
  const hint =
    folder === undefined
      ? 'type `sluice files list`: it shows the files that can be endorsed'
      : `endorse what holds it: sluice files endorse ${named(folder.path)} --because TEXT`;
  return new SluiceError('settings-invalid', `nothing is recorded of ${named(file)} itself`, {
    hint,
  });
}

function unread(): SluiceError {
  return new SluiceError('settings-invalid', '`--yes` needs `--hash`: the hash that you read', {
    hint: 'type `sluice files explain PATH`: it shows the hash',
  });
}
