import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { fieldsOf } from '../../packages/cli/src/json.ts';

const cli = path.join(import.meta.dirname, '../../packages/cli/src/main.ts');
const outputBytesMax = 1e9;

/** A suite's policy. */
export interface SuitePolicy {
  readonly suite: string;
  readonly text: string;
}

/** Audits runs under a policy for each suite; without any, under those that ship. */
export async function auditedUnder(
  runs: string,
  policies: readonly SuitePolicy[],
): Promise<Readonly<Record<string, number>>> {
  if (policies.length === 0) return audited([runs]);
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-policies-'));
  try {
    for (const { suite, text } of policies) writeFileSync(path.join(folder, `${suite}.yaml`), text);
    return await audited([runs, '--policies', folder]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The figures of `sluice audit`, as a user would get them; its own bounds may not hold. */
async function audited(words: readonly string[]): Promise<Readonly<Record<string, number>>> {
  const flags = ['--disable-warning=ExperimentalWarning', '--conditions=@sluice/source'];
  const typed = [...flags, cli, 'audit', ...words, '--propagator', 'lineage,naive,roles', '--json'];
  const options = { maxBuffer: outputBytesMax };
  const out = await promisify(execFile)(process.execPath, typed, options).then(
    ({ stdout }) => stdout,
    (error: unknown) => String(fieldsOf(error)['stdout']),
  );
  const last = out.trimEnd().split('\n').at(-1) ?? '';
  const figures = Object.entries(fieldsOf(fieldsOf(JSON.parse(last))['figures']));
  return Object.fromEntries(figures.map(([name, value]) => [name, Number(value)]));
}
