import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const openedMs = 15_000;

const openers: ReadonlyMap<string, string> = new Map([
  ['darwin', 'open'],
  ['win32', 'explorer'],
]);

/**
 * Opens an address in the browser of whoever is there. It stands in a private file that leads on,
 * for other users of the machine can read the arguments of a command.
 */
export async function openAddress(address: string): Promise<boolean> {
  const opener = openers.get(process.platform) ?? 'xdg-open';
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-console-'));
  const file = path.join(folder, 'console.html');
  const page = `<!doctype html><meta http-equiv="refresh" content="0;url=${address}">`;
  writeFileSync(file, page, { mode: 0o600 });
  try {
    const started = await new Promise<boolean>((resolve) => {
      const child = spawn(opener, [file], { stdio: 'ignore', detached: true });
      child.once('error', () => resolve(false));
      child.once('spawn', () => resolve(true));
      child.unref();
    });
    if (started) await pause(openedMs);
    return started;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
