import { SluiceError } from '@sluice/core';
import type { Job } from './job.ts';

/** A case that the package did not grade, and why. It is an error, neither done nor safe. */
export function noGrade(job: Job, because: string): SluiceError {
  return new SluiceError('model-failed', `no grade of \`${nameOf(job)}\`: ${because}`, {
    hint: 'run the case again; if it fails again, look at what the driver or the model said',
  });
}

/** The case was stopped, by its limit or by whoever asked for it. */
export function stopped(job: Job, signal: AbortSignal): SluiceError {
  const cause: unknown = signal.reason;
  const late = cause instanceof DOMException && cause.name === 'TimeoutError';
  const how = late ? 'it took too long' : 'it was stopped';
  return new SluiceError('aborted', `no grade of \`${nameOf(job)}\`: ${how}`, {
    hint: 'run the case again',
    cause,
  });
}

/** The process never said that it is ready. */
export function notStarted(because: string): SluiceError {
  return new SluiceError('peer-missing', `the AgentDojo driver did not start: ${because}`, {
    hint: 'sluice bench agentdojo setup',
  });
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function nameOf({ suite, userTask, attack }: Job): string {
  return [suite, userTask, ...(attack === undefined ? [] : [attack.goal])].join('/');
}
