import { setTimeout as pause } from 'node:timers/promises';
import { SluiceError } from '@sluice/core';
import { Command, InvalidArgumentError } from 'commander';
import * as z from 'zod/mini';
import type { CommandContext } from '../command-context.ts';
import { fieldsOf } from '../json.ts';
import type { Terminal } from '../terminal.ts';
import { eventPage, read, type Event, type Fields } from './api/answers.ts';
import { type ClientOptions, OperatorClient } from './api/client.ts';
import { type OperatorContext, processContext } from './api/process-context.ts';
import { urlHelp } from './api/where.ts';
import { listed } from './show/fold.ts';
import { labelText, named, plainJson, quoted, visible } from './show/visible.ts';

interface EventsOptions extends ClientOptions {
  readonly run?: string;
  readonly after?: number;
  readonly follow?: true;
  readonly values?: true;
  readonly json?: true;
}

/** `sluice events`: the audit of a gateway. */
export function eventsCommand(context: CommandContext): Command {
  return new Command('events')
    .description('Print the audit log of the gateway, as far as you may see it')
    .option('--run <id>', 'only events of this run')
    .option('--after <seq>', 'only events after this number', seqOf)
    .option('--follow', 'keep printing new events, until Ctrl-C')
    .option('--values', 'include arguments and texts that you may see')
    .option('--json', 'print JSON, one event per line')
    .option('--url <url>', urlHelp)
    .addHelpText('after', '\nExample:\n  sluice events --follow')
    .action(async (options: EventsOptions) =>
      context.exitWith(
        await runEvents(options, processContext(context, { watching: options.follow === true })),
      ),
    );
}

function seqOf(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be the number of an event.');
}

const followPauseMs = 1_000;

const pageSize = 500;

const rawEvents = z.object({ events: z.array(z.unknown()) });

/** Prints the audit in order, and goes on with what comes where it is followed. */
async function runEvents(options: EventsOptions, operatorContext: OperatorContext): Promise<0> {
  const client = new OperatorClient(options, operatorContext);
  const { run } = options;
  if (run !== undefined) await requireRun(run, client);
  const { terminal, signal } = operatorContext;
  let { after } = options;
  while (!signal.aborted) {
    const query = { run, after, limit: pageSize };
    const answer = await client.get('/events', query);
    const { events, next } = read(eventPage, answer);
    if (options.json === true) {
      for (const each of read(rawEvents, answer).events) terminal.print(plainJson(each));
    } else print(events, { values: options.values === true, terminal });
    after = events.at(-1)?.seq ?? after;
    if (next !== undefined) continue;
    if (options.follow !== true) return 0;
    await pause(followPauseMs, undefined, { signal }).catch(() => undefined);
  }
  return 0;
}

/** Silence would read as a run in which nothing happened. */
async function requireRun(run: string, client: OperatorClient): Promise<void> {
  const { events } = read(eventPage, await client.get('/events', { run, limit: 1 }));
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

/** Members of an event's payload that say the most in a line. */
const shownFirst = ['act', 'by', 'client', 'tool', 'kind', 'reason', 'because', 'code'] as const;

/** One line of the audit; with `values`, what was called and said, as far as one is cleared. */
export function eventLine(event: Event, { values }: { readonly values: boolean }): string {
  const { seq, atMs, run, type, label, subject, payload, redacted } = event;
  const details = shownFirst.flatMap((name) => {
    const value = payload[name];
    return typeof value === 'string' ? [`${name} ${named(value)}`] : [];
  });
  return [
    String(seq).padStart(6),
    new Date(atMs).toISOString(),
    named(type),
    ...(subject === '' ? [] : [named(subject)]),
    ...(run === '' ? [] : [`run ${named(run)}`]),
    ...(label === '' || redacted ? [] : [`[${labelText(label)}]`]),
    ...details,
    ...decisionText(fieldsOf(payload['decision'])),
    ...relevanceText(fieldsOf(payload['relevance'])),
    ...(values ? valuesText(payload) : []),
    ...(redacted ? ['(above your clearance)'] : []),
  ].join('  ');
}

/** The decision. Where a profile only records, a call goes through that would have waited. */
function decisionText({ kind, rule, wouldBe }: Fields): readonly string[] {
  if (typeof kind !== 'string' || typeof rule !== 'string') return [];
  const by = `by rule ${named(rule)}`;
  if (typeof wouldBe !== 'string') return [`${named(kind)} ${by}`];
  return [`would ${named(wouldBe)} ${by} (only recorded)`];
}

/** On how much of what was read the step depends, as far as its propagator says so. */
function relevanceText({ kind, regions, because }: Fields): readonly string[] {
  if (kind === 'regions') return [`on ${listOf(regions).length} regions`];
  return kind === 'all' && typeof because === 'string' ? [`on all: ${named(because)}`] : [];
}

/** The arguments of a call, and the text of an answer, of a turn or of a person. */
function valuesText({ args, text, words, parts, output }: Fields): readonly string[] {
  const said = [...listOf(parts), ...listOf(fieldsOf(output)['parts'])]
    .map((part) => fieldsOf(part)['text'])
    .filter((each) => typeof each === 'string');
  return [
    ...(typeof args === 'string' ? [`arguments ${visible(args)}`] : []),
    ...[text, words, ...said].flatMap((each) => (typeof each === 'string' ? [quoted(each)] : [])),
  ];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
