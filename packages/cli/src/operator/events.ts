import { setTimeout as pause } from 'node:timers/promises';
import { SluiceError } from '@sluice/core';
import { fieldsOf } from '../files.ts';
import type { Terminal } from '../terminal.ts';
import { numberIn, parseEvents, textIn, type Event } from './answers.ts';
import type { Seat } from './approvals.ts';
import { OperatorClient, type ClientOptions } from './client.ts';
import { listed } from './fold.ts';
import { labelText } from './show-question.ts';
import { named, plainJson, quoted } from './visible.ts';

export interface EventsOptions extends ClientOptions {
  readonly run?: string;
  readonly after?: number;
  readonly follow?: true;
  readonly json?: true;
}

export interface VerifyOptions extends ClientOptions {
  readonly anchor?: string;
}

const followPauseMs = 1_000;
const pageSize = 500;

/** Prints the audit in order, and goes on with what comes where it is followed. */
export async function runEvents(options: EventsOptions, seat: Seat): Promise<0> {
  const client = new OperatorClient(options, seat);
  const { terminal, signal } = seat;
  let { after } = options;
  while (!signal.aborted) {
    const query = { run: options.run, after, limit: pageSize };
    const { events, raw, next } = parseEvents(await client.get('/events', query));
    if (options.json === true) for (const each of raw) terminal.print(plainJson(each));
    else print(events, terminal);
    after = events.at(-1)?.seq ?? after;
    if (next !== undefined) continue;
    if (options.follow !== true) return 0;
    await pause(followPauseMs, undefined, { signal }).catch(() => undefined);
  }
  return 0;
}

function print(events: readonly Event[], terminal: Terminal): void {
  for (const line of events.flatMap((each) => listed(eventText(each), terminal))) {
    terminal.print(line);
  }
}

/** Members of an event's payload that say the most in a line. */
const told = ['act', 'by', 'client', 'tool', 'kind', 'reason', 'because', 'code'] as const;

function eventText({ seq, atMs, run, type, label, subject, payload, redacted }: Event): string {
  const details = told.flatMap((name) => {
    const value = payload[name];
    return typeof value === 'string' ? [`${name} ${named(value)}`] : [];
  });
  const { kind, rule } = fieldsOf(payload['decision']);
  if (typeof kind === 'string' && typeof rule === 'string') {
    details.push(`${named(kind)} by rule ${named(rule)}`);
  }
  return [
    String(seq).padStart(6),
    new Date(atMs).toISOString(),
    named(type),
    ...(subject === '' ? [] : [named(subject)]),
    ...(run === '' ? [] : [`run ${named(run)}`]),
    ...(label === '' ? [] : [`[${labelText(label)}]`]),
    ...details,
    ...(redacted ? ['(above your clearance)'] : []),
  ].join('  ');
}

/** Recomputes the chain of the audit. 1 where a link does not hold. */
export async function runVerify(
  options: VerifyOptions,
  { terminal, ...place }: Seat,
): Promise<0 | 1> {
  const { anchor } = options;
  if (anchor !== undefined && !/^\d{1,15}:[\da-f]{64}$/.test(anchor)) throw noAnchor(anchor);
  const client = new OperatorClient(options, place);
  const answer = fieldsOf(await client.get('/verify', { anchor }));
  const head = fieldsOf(answer['head']);
  const { broken } = answer;
  if (broken !== null) {
    terminal.print(
      `BROKEN at event ${numberIn(answer, 'broken')}: what follows cannot be relied on.`,
    );
    return 1;
  }
  const events = numberIn(answer, 'events');
  terminal.print(`${events} events, every link holds.`);
  if (events === 0) return 0;
  const link = `${numberIn(head, 'seq')}:${named(textIn(head, 'hash'))}`;
  terminal.print(
    `Keep the newest link outside, and check against it: sluice verify --anchor ${link}`,
  );
  return 0;
}

function noAnchor(anchor: string): SluiceError {
  return new SluiceError('settings-invalid', `${quoted(anchor)} is no link of the audit`, {
    hint: 'give SEQ:HASH as `sluice verify` printed it',
  });
}
