import { parentPort, workerData } from 'node:worker_threads';
import { auditorFor, type AuditSetting, type Job } from './auditor.ts';

const audit = auditorFor(settingIn(workerData));

parentPort?.on('message', (jobs: readonly Job[]) => void answer(jobs));

async function answer(jobs: readonly Job[]): Promise<void> {
  const outcomes = [];
  for (const job of jobs) outcomes.push(await audit(job));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(outcomes);
}

/** The messages of our own pool; anything else is a mistake of ours. */
function settingIn(data: unknown): AuditSetting {
  if (isSetting(data)) return data;
  throw new Error('a worker was started without its setting');
}

function isSetting(data: unknown): data is AuditSetting {
  return typeof data === 'object' && data !== null && 'propagators' in data;
}
