import { createHash } from 'node:crypto';
import path from 'node:path';
import { Command } from 'sluice/parts';
import { hashOfRunning, type RunningCode } from '../sweep/source-hash.ts';
import { agentdojoSuite } from './agentdojo/suite.ts';
import { agentsecSuite } from './agentsec/suite.ts';
import { attacksSuite } from './attacks/suite.ts';
import { propagatorsSuite } from './choosing/suite.ts';
import { floorSuite } from './floor/suite.ts';
import { labelsSuite } from './labels/suite.ts';
import { privacySuite } from './privacy/suite.ts';
import { screenerSuite } from './screener/suite.ts';
import { searchesSuite } from './searches/suite.ts';
import type { Suite } from './suite.ts';

/** A suite's folder in `command`, and the options that it adds to its command. */
interface Measuring {
  readonly folder: string;
  readonly typed: Suite<never>['typed'];
}

const ownFolders: readonly Pick<Suite<never>, 'name' | 'typed'>[] = [
  agentdojoSuite,
  agentsecSuite,
  attacksSuite,
  floorSuite,
  labelsSuite,
  privacySuite,
  screenerSuite,
  searchesSuite,
];

const choosing: Measuring = { folder: 'choosing', typed: propagatorsSuite.typed };

/** By the first word of a result's suite: `labels-kv` is of `labels`. */
const suites: ReadonlyMap<string, Measuring> = new Map([
  ...ownFolders.map(({ name, typed }) => [name, { folder: name, typed }] as const),
  ['propagators', choosing],
  ['screeners', choosing],
]);

const bench = path.join(import.meta.dirname, '..');
const extension = path.extname(import.meta.url);

const taken = new Map<Measuring | undefined, Promise<string>>();

/**
 * The hash of what a suite's figures are made by: the code that its command runs, with its data,
 * and the values of options that are not given. A suite that is not known counts as all of them.
 * A process takes it once: it runs what it has loaded, whatever is edited meanwhile.
 */
export async function codeOf(suite: string, read?: RunningCode['read']): Promise<string> {
  if (read !== undefined) return hashOf(measuringOf(suite), read);
  const known = knownSuite(suite);
  const code = taken.get(known) ?? hashOf(measuringOf(suite));
  taken.set(known, code);
  return code;
}

async function hashOf(known: readonly Measuring[], read?: RunningCode['read']): Promise<string> {
  const code = await hashOfRunning({ entries: known.flatMap(entriesOf), isIdle: shows, read });
  const values = JSON.stringify(known.map(valuesOf));
  return createHash('sha256').update(code).update(values).digest('hex');
}

/** The codes of many suites. */
export async function codesOf(names: readonly string[]): Promise<(suite: string) => string> {
  const codes = new Map<string, string>();
  for (const name of names) codes.set(name, await codeOf(name));
  return (suite) => codes.get(suite) ?? '';
}

/**
 * The hash of what makes a suite's outcomes, which are kept and counted later: as `codeOf`,
 * without what reads outcomes, so that a figure more asks no model again.
 */
export async function outcomesOf(suite: string): Promise<string> {
  const entries = measuringOf(suite).flatMap(entriesOf);
  return hashOfRunning({ entries, isIdle: readsOutcomes });
}

/** The hash of what makes the answers of propagators that are opened by their names. */
export async function answersOf(): Promise<string> {
  const entries = [path.join(bench, `propagators${extension}`)];
  return hashOfRunning({ entries, isIdle: readsOutcomes });
}

function measuringOf(suite: string): readonly Measuring[] {
  const known = knownSuite(suite);
  return known === undefined ? [...suites.values()] : [known];
}

function knownSuite(suite: string): Measuring | undefined {
  return suites.get(suite.split('-')[0] ?? '');
}

function entriesOf({ folder }: Measuring): readonly string[] {
  const files = [`command/${folder}/measure`, 'command/numbers'];
  return files.map((file) => path.join(bench, `${file}${extension}`));
}

/** Options that are not given count with their values: a command does not show them. */
function valuesOf({ typed }: Measuring): readonly unknown[] {
  const { options } = typed(new Command());
  return options.map((option) => {
    const value: unknown = option.defaultValue;
    return { name: option.attributeName(), value };
  });
}

const showing = /^(?:report\/(?!suite-result\.)|command\/code-of\.|sweep\/source-hash\.)/;
const reading = /(?:^|\/)(?:measure|figures|report|statistics)\/|-(?:figures|result)\.[jt]s$/;

/** The gateway's proxy of MCP servers: no agent of the bench sends it anything. */
const unasked = /\/packages\/gateway\/(?:src|dist)\/mcp\//;

/** Files that show what was measured, that hash, or that nobody asks: they make no figure. */
function shows(file: string): boolean {
  return showing.test(inBench(file)) || unasked.test(file.replaceAll(path.sep, '/'));
}

/** Files that read outcomes and never make them. */
export function readsOutcomes(file: string): boolean {
  return shows(file) || reading.test(inBench(file));
}

/** The path from the bench's folder on; a file that lies elsewhere begins with `..`. */
function inBench(file: string): string {
  const from = path.relative(bench, file).replaceAll(path.sep, '/');
  return from.startsWith('..') ? '..' : from;
}
