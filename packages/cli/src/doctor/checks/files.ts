import { accessSync, closeSync, constants, openSync, readSync } from 'node:fs';
import path from 'node:path';
import { keyFileOf } from '@sluice/gateway';
import { findings, type Area, type Finding } from '../finding.ts';
import { short, statOf } from './stat.ts';

const inKeys = findings('keys');
const inDatabase = findings('database');

/** Bits of a file's mode that let others in, and of a folder's that let them add files. */
const othersMay = 0o077;
const othersMayWrite = 0o022;

/** Keys and database: nobody else may read them, or put others in their place. */
export function checkFiles(database: string): readonly Finding[] {
  const folder = path.dirname(database);
  const keys = [keyFileOf('client', database), keyFileOf('operator', database)];
  const stored = [database, `${database}.key`, `${database}-wal`];
  if ([...keys, ...stored].every((file) => statOf(file) === undefined)) {
    const says = `there are none yet: the first \`sluice gateway\` makes them in ${short(folder)}`;
    return [inKeys('unknown', says), ...folderFindings(folder)];
  }
  return [
    ...keys.map((file) => privateFinding(file, 'keys')),
    ...stored
      .filter((file) => statOf(file) !== undefined)
      .map((file) => privateFinding(file, 'database')),
    ...folderFindings(folder),
    ...databaseFindings(database),
  ];
}

function privateFinding(file: string, area: Area): Finding {
  const say = findings(area);
  const stats = statOf(file);
  const name = short(file);
  if (stats === undefined) return say('unknown', `${name} is not here: kept elsewhere?`);
  // Windows has no such bits: there the folder's access list protects the file.
  if (process.platform === 'win32' || (stats.mode & othersMay) === 0) {
    return say('holds', `${name} is for its owner alone`);
  }
  return say('fix', `${name} can be opened by other users`, `type: chmod 600 ${name}`);
}

function folderFindings(folder: string): readonly Finding[] {
  const mode = statOf(folder)?.mode ?? 0;
  if (process.platform === 'win32' || (mode & othersMayWrite) === 0) return [];
  const name = short(folder);
  return [inKeys('fix', `other users can put files into ${name}`, `type: chmod 700 ${name}`)];
}

/** Every SQLite database begins so (https://sqlite.org/fileformat.html, 1.3). */
const magic = 'SQLite format 3\0';

function databaseFindings(database: string): readonly Finding[] {
  const stats = statOf(database);
  if (stats === undefined) return [];
  const name = short(database);
  try {
    accessSync(database, constants.R_OK | constants.W_OK);
  } catch {
    return [inDatabase('holds', `${name} is not yours to open: another user runs the gateway`)];
  }
  return stats.size === 0 || firstBytes(database) === magic
    ? [inDatabase('holds', `${name} can be read and written`)]
    : [inDatabase('fix', `${name} is not a SQLite database`, `type: mv ${name} ${name}.old`)];
}

function firstBytes(file: string): string {
  const handle = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(magic.length);
    readSync(handle, bytes, 0, magic.length, 0);
    return bytes.toString('latin1');
  } finally {
    closeSync(handle);
  }
}
