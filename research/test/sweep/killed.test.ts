import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readLedger } from '../../src/sweep/ledger-file.ts';
import { sweep } from '../../src/sweep/sweep.ts';
import { done, someSpecs, temporaryFolder, versions } from './world.ts';

const program = path.join(import.meta.dirname, 'killed.ts');

test('a sweep that is killed loses only what was running, and its lock with it', async () => {
  const ledger = path.join(temporaryFolder(), 'ledger.jsonl');
  const child = spawn(process.execPath, ['--conditions=@sluice/source', program, ledger], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let started = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    started += chunk.toString().trim().split('\n').length;
    if (started >= 7) child.kill('SIGKILL');
  });
  await once(child, 'exit');
  const before = (await readLedger(ledger)).lines.length - 1;
  expect(before).toBeGreaterThanOrEqual(started - 2);

  const ran: string[] = [];
  const result = await sweep({
    specs: someSpecs(40),
    versions,
    ledger,
    workers: 2,
    timeoutMs: 1000,
    command: 'sluice bench',
    run: (spec) => {
      ran.push(spec.task);
      return Promise.resolve(done);
    },
  });
  expect(result).toMatchObject({ stopped: 'done', known: before, ran: 40 - before, left: 0 });
  const { lines } = await readLedger(ledger);
  const tasks = lines.flatMap((line) => (line.kind === 'trial' ? [line.spec.task] : []));
  expect(tasks.toSorted()).toEqual([...new Set(tasks)].toSorted());
  expect(new Set(ran).size).toBe(ran.length);
});
