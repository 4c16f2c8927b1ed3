import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { pythonEnvironment } from '../../packages/gateway/test/compatibility/python/environment.ts';
import { show } from '../support/gateway-scene.ts';
import { paid } from '../support/reader.ts';

const { python, missing } = pythonEnvironment();
if (missing !== undefined) throw new Error(missing);
const program = path.join(import.meta.dirname, 'agent.py');

/** Runs `agent.py`, which has tools of its own. */
await show(async (task, { url, apiKey }) => {
  const env = { ...process.env, BASE_URL: `${url}/v1`, API_KEY: apiKey, TASK: task };
  const { stdout } = await promisify(execFile)(python, [program], { env });
  paid.push(...[...stdout.matchAll(/^paid: (.+)$/gm)].map(([, payment = '']) => payment));
  return /^answer: (.+)$/m.exec(stdout)?.[1] ?? '';
});
