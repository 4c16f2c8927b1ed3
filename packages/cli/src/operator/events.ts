import { setTimeout as pause } from 'node:timers/promises';
import { SluiceError } from '@sluice/core';
import type { Terminal } from '../terminal.ts';
import { parseEvents, type Event } from './api/answers.ts';
import type { OperatorContext } from './approvals.ts';
import { OperatorClient, type ClientOptions } from './api/client.ts';
import { listed } from './show/fold.ts';
import { eventLine } from './show/show-event.ts';
import { named, plainJson } from './show/visible.ts';

export interface EventsOptions extends ClientOptions {
  readonly run?: string;
  readonly after?: number;
  readonly follow?: true;
  readonly values?: true;
  readonly json?: true;
}

const followPauseMs = 1_000;
const pageSize = 500;

/** Prints the audit in order, and goes on with what comes where it is followed. */
export async function runEvents(
  options: EventsOptions,
  operatorContext: OperatorContext,
): Promise<0> {
  const client = new OperatorClient(options, operatorContext);
  const { run } = options;
  if (run !== undefined) await requireRun(run, client);
  const { terminal, signal } = operatorContext;
  let { after } = options;
  while (!signal.aborted) {
    const query = { run, after, limit: pageSize };
    const { events, raw, next } = parseEvents(await client.get('/events', query));
    if (options.json === true) for (const each of raw) terminal.print(plainJson(each));
    else print(events, { values: options.values === true, terminal });
    after = events.at(-1)?.seq ?? after;
    if (next !== undefined) continue;
    if (options.follow !== true) return 0;
    await pause(followPauseMs, undefined, { signal }).catch(() => undefined);
  }
  return 0;
}

/** Silence would read as a run in which nothing happened. */
async function requireRun(run: string, client: OperatorClient): Promise<void> {
  const { events } = parseEvents(await client.get('/events', { run, limit: 1 }));
  if (events.length > 0) return;
  const message = `there is no run ${named(run)} that you may see`;
  throw new SluiceError('settings-invalid', message, {
    hint: '`sluice events` lists the runs; a response names its own in the header `x-sluice-run`',
  });
}

function print(
  events: readonly Event[],
  { values, terminal }: { readonly values: boolean; readonly terminal: Terminal },
): void {
  for (const event of events) {
    for (const line of listed(eventLine(event, { values }), terminal)) terminal.print(line);
  }
}
