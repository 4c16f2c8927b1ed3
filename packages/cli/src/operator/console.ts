import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Command } from 'commander';
import * as z from 'zod/mini';
import type { CommandContext } from '../command-context.ts';
import { read } from './api/answers.ts';
import { OperatorClient, type ClientOptions } from './api/client.ts';
import { type OperatorContext, processContext } from './api/process-context.ts';
import { urlHelp } from './api/where.ts';

interface ConsoleOptions extends ClientOptions {
  readonly open?: boolean;
}

/** `sluice console`: the web console, signed in as whoever holds the key. */
export function consoleCommand(context: CommandContext): Command {
  return new Command('console')
    .description('Open the web console, signed in by your key')
    .option('--no-open', 'only print the address')
    .option('--url <url>', urlHelp)
    .addHelpText(
      'after',
      `
It prints an address that signs in as you: once, and within a minute. The key itself does not
leave this machine's files.

Example:
  sluice console`,
    )
    .action(async (options: ConsoleOptions) =>
      context.exitWith(await runConsole(options, processContext(context))),
    );
}

const codeShape = z.object({ code: z.string(), untilMs: z.number() });

/** Signs in by a code of one use, for the key itself is not to stand in a browser. */
async function runConsole(options: ConsoleOptions, operatorContext: OperatorContext): Promise<0> {
  const client = new OperatorClient(options, operatorContext);
  const { terminal } = operatorContext;
  const { code } = read(codeShape, await client.post('/console/codes', {}));
  const address = `${client.url}/console#code=${code}`;
  terminal.print(`${terminal.colours.bold('The console:')} ${client.url}/console`);
  terminal.print(`  signed in, once, within a minute: ${address}`);
  if (options.open === false || !terminal.interactive) return 0;
  if (!(await openAddress(address)))
    terminal.print('  no browser opened by itself: open the address');
  return 0;
}

const openedMs = 15_000;

const openers: ReadonlyMap<string, string> = new Map([
  ['darwin', 'open'],
  ['win32', 'explorer'],
]);

/**
 * Opens an address in the browser of whoever is there. It stands in a private file that leads on,
 * for other users of the machine can read the arguments of a command.
 */
async function openAddress(address: string): Promise<boolean> {
  const opener = openers.get(process.platform) ?? 'xdg-open';
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-console-'));
  const file = path.join(folder, 'console.html');
  const page = `<!doctype html><meta http-equiv="refresh" content="0;url=${address}">`;
  writeFileSync(file, page, { mode: 0o600 });
  try {
    const started = await new Promise<boolean>((resolve) => {
      const child = spawn(opener, [file], { stdio: 'ignore', detached: true });
      child.once('error', () => resolve(false));
      child.once('spawn', () => resolve(true));
      child.unref();
    });
    if (started) await pause(openedMs);
    return started;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
