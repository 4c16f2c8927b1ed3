import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** How a fake Python answers. What is not named, it does. */
export interface Manner {
  readonly version?: string;
  /** The output of `python -m venv` before it fails. */
  readonly venvFails?: string;
  /** The output of `pip install` before it fails. */
  readonly pipFails?: string;
  readonly importFails?: string;
  /** The version of the package that it finds. */
  readonly has?: string;
}

export interface FakePython {
  readonly folder: string;
  readonly python: string;
  readonly cache: string;
  readonly behave: (manner: Manner) => void;
  /** The commands that it received, in order, without those that only ask for a version. */
  readonly asked: () => readonly string[];
  readonly remove: () => void;
}

/** A program that stands for Python, pip and the virtual environment that they would make. */
export function fakePython(): FakePython {
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-python-'));
  const python = path.join(folder, 'python');
  const [manner, log] = ['manner.json', 'log.txt'].map((name) => path.join(folder, name));
  writeFileSync(python, program({ manner, log, python }));
  chmodSync(python, 0o755);
  const behave = (how: Manner) => writeFileSync(String(manner), JSON.stringify(how));
  behave({});
  return {
    folder,
    python,
    cache: path.join(folder, 'cache'),
    behave,
    asked: () =>
      existsSync(String(log)) ? readFileSync(String(log), 'utf8').trim().split('\n') : [],
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function program(files: Readonly<Record<string, string | undefined>>): string {
  return `#!${process.execPath}
const fs = require('node:fs');
const path = require('node:path');
const files = ${JSON.stringify(files)};
const manner = JSON.parse(fs.readFileSync(files.manner, 'utf8'));
const args = process.argv.slice(2);
const fail = (text) => { console.error(text); process.exit(1); };
const note = (what) => fs.appendFileSync(files.log, what + '\\n');
if (args[0] === '-c' && args[1].includes('version_info')) {
  console.log(manner.version ?? '3.12.1');
} else if (args[0] === '-c') {
  if (manner.has === undefined) fail('PackageNotFoundError');
  console.log(manner.has);
} else if (args[1] === 'venv') {
  note('venv');
  if (manner.venvFails !== undefined) fail(manner.venvFails);
  fs.mkdirSync(path.join(args[2], 'bin'), { recursive: true });
  fs.copyFileSync(files.python, path.join(args[2], 'bin', 'python'));
} else if (args[1] === 'pip') {
  note(args.slice(1, -1).join(' '));
  console.log('Collecting some-package==1.0 (from -r requirements.txt)\\nInstalling');
  if (manner.pipFails !== undefined) fail(manner.pipFails);
} else {
  note('import');
  if (manner.importFails !== undefined) fail(manner.importFails);
}
`;
}
