import { existsSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { SluiceError } from '@sluice/core';
import { serverNameForm } from '@sluice/mcp';
import { readText } from '../../files.ts';
import { fieldsOf } from '../../json.ts';
import { hasPack } from '../../mcp/place.ts';
import { programIn, serverNameOf } from '../../mcp/server-name.ts';
import type { ConfigFile } from './config-files.ts';
import { type Edit, edited, prefixed, unprefixed } from './edit-entry.ts';
import { jsonEntries, jsonValue } from './json-entries.ts';
import { type Launcher, wrapperLength, wrapperOf } from './launcher.ts';
import { lineOf, type ServerEntry } from './server-entry.ts';
import { tomlEntries, tomlValue } from './toml-entries.ts';

/** The fate of one server. `no-policy`: nothing says what its tools may do. */
export interface ServerChange {
  readonly name: string;
  readonly did: 'wrapped' | 'unwrapped' | 'kept' | 'address' | 'no-policy' | 'unknown';
}

/** A file of a client as it would be. */
export interface FileChange extends Pick<ConfigFile, 'client' | 'file'> {
  readonly before: string;
  readonly after: string;
  readonly servers: readonly ServerChange[];
}

export interface Wanted {
  readonly undo: boolean;
  readonly launcher: Launcher;
  /** The policy for all of them; by default that of the project, else the server's pack. */
  readonly policy: string | undefined;
}

/** The file as it would be; `unreadable` where we do not understand it, and so do not touch it. */
export function changeOf(config: ConfigFile, text: string, wanted: Wanted): FileChange | undefined {
  const { client, file } = config;
  const entries = entriesIn(text, config);
  if (entries === undefined) return undefined;
  const names = new Set<string>();
  const done = entries.map((entry) => {
    const name = freeName(entry.name, names);
    names.add(name);
    return wanted.undo ? unwrapped(entry, text) : wrapped(entry, { text, name, wanted, config });
  });
  const after = edited(
    text,
    done.flatMap(({ edits }) => edits),
  );
  if (!isUnderstood(done, { text, after, config })) return undefined;
  return { client, file, before: text, after, servers: done.map(({ change }) => change) };
}

function valueIn(text: string, { format }: ConfigFile): unknown {
  return format === 'toml' ? tomlValue(text) : jsonValue(text);
}

function entriesIn(text: string, config: ConfigFile): readonly ServerEntry[] | undefined {
  if (valueIn(text, config) === undefined) return undefined;
  return (config.format === 'toml' ? tomlEntries : jsonEntries)(text, config.at);
}

interface Done {
  readonly entry: ServerEntry;
  readonly change: ServerChange;
  readonly edits: readonly Edit[];
  /** The new words; `undefined`: as they were. */
  readonly line?: readonly string[];
}

function unwrapped(entry: ServerEntry, text: string): Done {
  const line = lineOf(entry) ?? [];
  const count = wrapperLength(line);
  if (count === 0 || count === line.length) return kept(entry, 'kept');
  const change = { name: entry.name, did: 'unwrapped' } as const;
  return { entry, change, edits: unprefixed(entry, count, text), line: line.slice(count) };
}

function wrapped(
  entry: ServerEntry,
  {
    name,
    wanted: { launcher, policy },
    config,
    text,
  }: {
    readonly text: string;
    readonly name: string;
    readonly wanted: Wanted;
    readonly config: ConfigFile;
  },
): Done {
  const line = lineOf(entry);
  if (line === undefined)
    return kept(entry, entry.start.kind === 'address' ? 'address' : 'unknown');
  if (wrapperLength(line) > 0) return kept(entry, 'kept');
  const project = config.project ?? projectOf(entry, config);
  const hasOwn = project !== undefined && existsSync(path.join(project, 'sluice.yaml'));
  if (policy === undefined && !hasOwn && !hasPack(programIn(line))) return kept(entry, 'no-policy');
  const words = wrapperOf(launcher, { name, policy });
  const change = { name: entry.name, did: 'wrapped' } as const;
  return { entry, change, edits: prefixed(entry, words, text), line: [...words, ...line] };
}

/** Claude Code keeps the servers of all projects in one file, by their folders. */
function projectOf({ at }: ServerEntry, config: ConfigFile): string | undefined {
  const index = config.at.indexOf('*');
  return index === -1 ? undefined : at[index];
}

function kept(entry: ServerEntry, did: ServerChange['did']): Done {
  return { entry, change: { name: entry.name, did }, edits: [] };
}

/** A name that policies can say, and that no other server of the file has. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  const word = serverNameForm.test(name) ? name : serverNameOf([name]);
  if (!taken.has(word)) return word;
  const numbers = Array.from({ length: taken.size + 1 }, (_, at) => at + 2);
  const free = numbers.find((number) => !taken.has(`${word.slice(0, 28)}-${number}`));
  return `${word.slice(0, 28)}-${free}`;
}

interface Both {
  readonly text: string;
  readonly after: string;
  readonly config: ConfigFile;
}

/** Read anew, it must say the same but for the command lines, and those as they were meant. */
function isUnderstood(done: readonly Done[], { text, after, config }: Both): boolean {
  const lines = entriesIn(after, config)?.map((entry) => lineOf(entry));
  const wanted = done.map(({ entry, line }) => line ?? lineOf(entry));
  const changed = done.flatMap(({ entry, line }) => (line === undefined ? [] : [entry.at]));
  const rest = (value: unknown): unknown =>
    changed.reduce((whole, at) => withoutLine(whole, at), plain(value));
  return (
    isDeepStrictEqual(lines, wanted) &&
    isDeepStrictEqual(rest(valueIn(text, config)), rest(valueIn(after, config)))
  );
}

/** Parsers differ in the prototypes that they give. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value) ?? 'null');
}

function withoutLine(value: unknown, [key, ...rest]: readonly string[]): unknown {
  const fields = fieldsOf(value);
  if (key === undefined) {
    const { command: _, args: __, ...others } = fields;
    return others;
  }
  return { ...fields, [key]: withoutLine(fields[key], rest) };
}

/** Writes a file as it was shown. Throws `file-unreadable` where it has changed since. */
export function writeChange({ file, before, after }: FileChange): void {
  // A link stays a link, and the file that it leads to has its mode.
  const real = realpathSync(file);
  if (readText(real) !== before) {
    throw new SluiceError('file-unreadable', `\`${file}\` has changed since it was read`, {
      hint: 'close the client that writes to it, and type the same line again',
    });
  }
  const whole = `${real}.${process.pid}.sluice`;
  writeFileSync(whole, after, { mode: statSync(real).mode & 0o777, flag: 'wx' });
  renameSync(whole, real);
}
