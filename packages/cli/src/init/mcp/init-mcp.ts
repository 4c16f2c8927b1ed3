import { existsSync } from 'node:fs';
import path from 'node:path';
import { createTwoFilesPatch } from 'diff';
import { readText } from '../../files.ts';
import { isConfirmed } from '../../operator/confirm.ts';
import type { Env } from '../../run/client.ts';
import { plainTerminal } from '../../show/printable.ts';
import type { Terminal } from '../../terminal.ts';
import { changeOf, type FileChange, type ServerChange, writeChange } from './change-file.ts';
import { configFiles } from './config-files.ts';
import { type Launcher, ownLauncher } from './launcher.ts';

export interface InitMcpOptions {
  readonly undo?: true;
  readonly policy?: string;
  readonly yes?: true;
  readonly json?: true;
  readonly dir?: string;
}

export interface InitMcpPlace {
  readonly terminal: Terminal;
  readonly home: string;
  readonly env: Env;
  readonly platform: NodeJS.Platform;
  /** Default: this very program. */
  readonly launcher?: Launcher;
}

/** Puts Sluice before the MCP servers of the clients that are set up here, or takes it away. */
export async function initMcp(options: InitMcpOptions, given: InitMcpPlace): Promise<0 | 1> {
  const terminal = plainTerminal(given.terminal);
  const seen = lookAt(options, given);
  const changes = seen.changes.filter(({ before, after }) => before !== after);
  if (options.json === true) terminal.print(jsonOf(seen));
  else show(seen, changes, terminal);
  if (changes.length > 0) {
    if (!(await isAgreed(changes, options, terminal))) return 1;
    for (const change of changes) writeChange(change);
    if (options.json !== true) for (const line of nextLines(options)) terminal.print(line);
  }
  const isWhole = seen.unreadable.length === 0 && !seen.changes.some(leavesUnguarded);
  return isWhole ? 0 : 1;
}

interface Seen {
  readonly changes: readonly FileChange[];
  readonly unreadable: readonly string[];
}

/** Two maps of one file are changed one after the other. */
function lookAt({ undo, policy, dir }: InitMcpOptions, place: InitMcpPlace): Seen {
  const folder = path.resolve(dir ?? '.');
  const wanted = {
    undo: undo === true,
    launcher: place.launcher ?? ownLauncher(),
    policy: policy === undefined ? undefined : path.resolve(policy),
  };
  const changes = new Map<string, FileChange>();
  const unreadable = new Set<string>();
  for (const config of configFiles({ ...place, folder })) {
    if (!existsSync(config.file)) continue;
    const earlier = changes.get(config.file);
    const text = earlier?.after ?? textOf(config.file);
    const change = text === undefined ? undefined : changeOf(config, text, wanted);
    if (change === undefined) unreadable.add(config.file);
    else changes.set(config.file, joined(earlier, change));
  }
  for (const file of unreadable) changes.delete(file);
  return { changes: [...changes.values()], unreadable: [...unreadable] };
}

function textOf(file: string): string | undefined {
  try {
    return readText(file);
  } catch {
    return undefined;
  }
}

function joined(earlier: FileChange | undefined, change: FileChange): FileChange {
  if (earlier === undefined) return change;
  const servers = [...earlier.servers, ...change.servers];
  return { ...change, before: earlier.before, servers };
}

function leavesUnguarded({ servers }: FileChange): boolean {
  return servers.some(({ did }) => did === 'no-policy' || did === 'unknown');
}

function jsonOf({ changes, unreadable }: Seen): string {
  const files = changes.map(({ client, file, servers }) => ({ client, file, servers }));
  return JSON.stringify({ files, unreadable });
}

function show({ changes, unreadable }: Seen, changed: readonly FileChange[], to: Terminal): void {
  if (changes.length + unreadable.length === 0) to.print('No client with MCP servers was found.');
  for (const { client, file, servers } of changes) {
    if (servers.length > 0) to.print(`${client}  ${file}`);
    for (const { name, did } of servers) to.print(`  ${name}: ${words[did]}`);
  }
  for (const file of unreadable) {
    to.print(`${file}\n  left as it is: it cannot be read, or says one thing twice`);
  }
  // Lines around a change may hold keys.
  for (const { file, before, after } of changed) {
    const patch = createTwoFilesPatch(file, file, before, after, '', '', { context: 0 });
    to.print(patch.split('\n').slice(2).join('\n').trimEnd());
  }
}

const words: Readonly<Record<ServerChange['did'], string>> = {
  wrapped: 'behind Sluice',
  unwrapped: 'as it was before',
  kept: 'no change',
  address: 'reached by its address: name it in gateway.yaml (docs/mcp.md)',
  'no-policy': 'left as it is: no policy for it. Write one, and add `--policy FILE`',
  unknown: 'left as it is: its entry has no command',
};

/** For a program that did not say `--yes`, what would be changed is all. */
async function isAgreed(
  { length }: readonly FileChange[],
  { yes, json }: InitMcpOptions,
  terminal: Terminal,
): Promise<boolean> {
  if (json === true) return yes === true;
  const question = `Write ${length === 1 ? 'this file' : `these ${length} files`}?`;
  const isYes = await isConfirmed(question, yes === true ? { yes } : {}, { terminal });
  if (!isYes) terminal.print('Nothing was changed.');
  return isYes;
}

function nextLines({ undo }: InitMcpOptions): readonly string[] {
  if (undo === true) return ['Done. Start the clients anew.'];
  return [
    'Done. Start the clients anew: they show no tool of a server until you accept it.',
    'Their logs say what to type. To take Sluice away again: sluice init --mcp --undo',
  ];
}
