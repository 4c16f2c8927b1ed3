import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { startGateway } from '../../src/server/start.ts';
import { readSettings } from '../../src/settings/settings.ts';

/**
 * A gateway to be killed: serves the settings in the folder that its first argument names, prints
 * its URL, and rings for the questions whose ids it reads.
 */
const [, , folder = ''] = process.argv;
const file = path.join(folder, 'gateway.yaml');
const settings = readSettings(readFileSync(file, 'utf8'), file);
const isShared = settings.database.startsWith('postgres:');
const standby = isShared ? new AbortController().signal : undefined;
const onLog = (): void => {};
const gateway = await startGateway({ settings, folder, env: process.env, onLog, standby });
process.stdout.write(`${gateway.url}\n`);
for await (const question of createInterface({ input: process.stdin })) {
  gateway.notifier.notify(question);
}
