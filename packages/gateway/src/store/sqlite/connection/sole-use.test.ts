import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { proves } from '../../../testing/proves.ts';
import { claimAlone } from './sole-use.ts';

function database(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-sole-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, 'inner', 'sluice.db');
}

proves('set-up/one-gateway', () => {
  const file = database();
  const release = claimAlone(file);
  expect(() => claimAlone(file)).toThrow(
    expect.objectContaining({
      code: 'settings-invalid',
      message: expect.stringContaining('another gateway runs with the database'),
      hint: expect.stringContaining('stop it'),
    }),
  );
  expect(statSync(`${file}.lock`).mode & 0o777).toBe(0o600);
  release();
  release();
  claimAlone(file)();
});

test('a process that was killed holds nothing', async () => {
  const file = database();
  const program = `
    import { claimAlone } from ${JSON.stringify(path.join(import.meta.dirname, 'sole-use.ts'))};
    // Kept: a lock that nothing refers to ends with the next collection of garbage.
    globalThis.release = claimAlone(${JSON.stringify(file)});
    console.log('claimed');
    setInterval(() => {}, 1000);`;
  const flags = ['--conditions=@sluice/source', '--input-type=module', '--eval', program];
  const child = spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await new Promise((resolve) => child.stdout.once('data', resolve));
  expect(() => claimAlone(file)).toThrow('another gateway');
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('exit', resolve));
  claimAlone(file)();
});

test.runIf(process.platform !== 'win32')('a lock that others can hold is none', () => {
  const file = database();
  claimAlone(file)();
  chmodSync(`${file}.lock`, 0o666);
  expect(() => claimAlone(file)).toThrow('can be opened by other users');
});
