import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { proves } from '../../src/testing/proves.ts';
import { checkerMutants, writeCopies } from './checker-mutants.ts';
import { logMutants, type Log } from './log-mutants.ts';
import { clerk, duties } from './policies.ts';
import { Choices } from './random.ts';
import { recordSession } from './record-session.ts';

const worker = fileURLToPath(new URL('checker-mutants-worker.ts', import.meta.url));
const seeds = 24;
const views = ['nothing', 'propagator', 'ceiling'] as const;
const honestMax = 24;

/** Records in which something must be found, and honest ones, in which nothing may be. */
async function casesOf(policy: string): Promise<readonly object[]> {
  const logs: Log[] = [];
  for (let seed = 1; seed <= seeds; seed += 1) {
    const beforeAsking = views[seed % views.length];
    const shortcuts = { allowedDraft: true, lazyReads: true, beforeAsking };
    const options = { policy, propagator: 'lineage', turns: seed % 4 === 0 ? 3 : 1, shortcuts };
    const { events, executed } = await recordSession(seed, options);
    logs.push({ events: JSON.parse(JSON.stringify(events)), executed });
  }
  const tampered = logMutants.flatMap(({ name, finds, tamper }) => {
    const others = logs.map((log, seed) => tamper(log, new Choices('tamper', seed)));
    const found = others.find((log) => log !== undefined);
    return found === undefined ? [] : [{ name, finds, policy, ...found }];
  });
  const honest = logs.slice(0, honestMax).map((log, at) => {
    return { name: `record ${at}`, finds: 'nothing', policy, ...log };
  });
  return [...honest, ...(policy === clerk ? tampered : [])];
}

proves('check/mutants-caught', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-checkers-'));
  try {
    const cases = [...(await casesOf(clerk)), ...(await casesOf(duties))];
    const file = path.join(folder, 'cases.json');
    writeFileSync(file, JSON.stringify({ copies: writeCopies(folder), cases }));
    const options = ['--conditions=@sluice/source', '--disable-warning=ExperimentalWarning'];
    const printed = execFileSync(process.execPath, [...options, worker, file], {
      encoding: 'utf8',
    });
    const [unchanged, ...wrong] = printed.trim().split('\n');
    expect(unchanged).toBe('null');
    const missed = checkerMutants.filter((_, at) => wrong[at] === 'null');
    expect(missed.map(({ name }) => name)).toEqual([]);
    expect(wrong).toHaveLength(checkerMutants.length);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
