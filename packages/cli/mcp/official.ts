import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { installNpm, modulesIn } from '../../../scripts/installed.ts';

const folder = path.join(import.meta.dirname, 'installed');
const program = path.join(modulesIn(folder), '@modelcontextprotocol/conformance/dist/index.js');

/** The frozen sets of the official suite. */
export const sets = ['2025-11-25', '2026-07-28'] as const;
export type FrozenSet = (typeof sets)[number];

/** For each scenario, how many checks were made and how many of them passed. */
export type Results = ReadonlyMap<string, Result>;

export interface Result {
  readonly passed: number;
  readonly checks: number;
  /** Names and outcomes of the checks, to compare two runs by. */
  readonly outcomes: string;
}

export function installSuite(say: (line: string) => void): void {
  installNpm({ folder, what: 'official suite', say });
}

/** The suite's client against a server: every scenario that the set names for servers. */
export async function serverResults(url: string, set: FrozenSet): Promise<Results> {
  return await resultsOf(['server', '--url', url, '--requirements', set]);
}

/** The suite's servers against the reference client. */
export async function clientResults(client: readonly string[], set: FrozenSet): Promise<Results> {
  const all = new Map<string, Result>();
  for (const scenario of clientScenarios[set]) {
    const command = ['client', '--command', client.join(' '), '--scenario', scenario];
    const results = await resultsOf([...command, '--spec-version', set]);
    for (const result of results.values()) all.set(scenario, result);
  }
  return all;
}

/** Those that a set asks of clients, but for signing in. */
const clientScenarios: Readonly<Record<FrozenSet, readonly string[]>> = {
  '2025-11-25': ['initialize', 'tools_call', 'elicitation-sep1034-client-defaults', 'sse-retry'],
  '2026-07-28': [
    'tools_call',
    'request-metadata',
    'sep-2322-client-request-state',
    'http-standard-headers',
    'http-custom-headers',
    'http-invalid-tool-headers',
    'json-schema-ref-no-deref',
  ],
};

async function resultsOf(args: readonly string[]): Promise<Results> {
  const output = mkdtempSync(path.join(tmpdir(), 'sluice-official-'));
  try {
    const child = spawn(process.execPath, [program, ...args, '-o', output]);
    const [, said] = await Promise.all([
      once(child, 'close'),
      text(child.stderr),
      text(child.stdout),
    ]);
    const results = new Map(readdirSync(output).map((name) => resultIn(output, name)));
    if (results.size === 0) throw new Error(`the official suite gave no results: ${said}`);
    return results;
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
}

const checksShape = z.array(z.object({ id: z.string(), status: z.string() }));

function resultIn(output: string, name: string): [string, Result] {
  const file = path.join(output, name, 'checks.json');
  const checks = checksShape
    .parse(JSON.parse(readFileSync(file, 'utf8')))
    .filter(({ status }) => status !== 'INFO');
  const passed = checks.filter(({ status }) => status === 'SUCCESS').length;
  // The suite may make its checks in any order.
  const outcomes = checks
    .map(({ id, status }) => `${id} ${status}`)
    .toSorted()
    .join('\n');
  const scenario = name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, '');
  return [scenario, { passed, checks: checks.length, outcomes }];
}
