import type { Request } from './message.ts';

const notifications: ReadonlySet<string> = new Set([
  'notifications/initialized',
  'notifications/progress',
  'notifications/roots/list_changed',
]);

/** True for a notification of a client's that carries no words. */
export function isWordless(method: string): boolean {
  return notifications.has(method);
}

const levels: ReadonlySet<unknown> = new Set([
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
]);

export function isLevel({ method, params }: Request): boolean {
  return method === 'logging/setLevel' && levels.has(params['level']);
}
