import { parseReason, SluiceError, type Decision } from '@sluice/core';
import { fieldsOf } from '../json.ts';
import { linesOf, recordCharactersMax } from '../replay/read/lines.ts';
import type { Fault } from '../replay/read/record.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** One decision as a log holds it: labels are still text, for only a policy can read them. */
export interface LoggedDecision {
  /** The call's id; of an answer, the gateway's, or the run and the number of the event. */
  readonly id: string;
  readonly run: string;
  readonly step: number;
  readonly seq: number;
  /** Empty for an answer. */
  readonly tool: string;
  /** Canonical JSON of the arguments, or the answer's text. */
  readonly text: string;
  readonly label: string;
  readonly decision: Decision;
  readonly evidence: readonly LoggedEvidence[];
  readonly unsourced: readonly string[];
}

export interface LoggedEvidence {
  readonly argument: string;
  readonly region: string;
  readonly how: string;
  readonly from: string;
  readonly path: string;
  readonly label: string;
  readonly excerpt: string;
}

export type LogEntry =
  | {
      /** A run began, or declared other tools. */
      readonly kind: 'declared';
      readonly run: string;
      readonly tools: ReadonlyMap<string, ReadonlySet<string>>;
    }
  | { readonly kind: 'decided'; readonly decision: LoggedDecision }
  | { readonly kind: 'unreadable'; readonly line: number };

/** One event of a log, or of a gateway's audit. */
export interface LoggedEvent {
  readonly run: string;
  /** An audit files it under this: a call, an answer or a question; empty in a log. */
  readonly subject: string;
  readonly label: string;
  /** The event itself, as `onEvent` gave it; no more than its type where nothing of it is kept. */
  readonly fields: Fields;
  /** Something of it is above its reader's clearance, and not there. */
  readonly isHidden: boolean;
}

export type LogLine =
  | { readonly kind: 'event'; readonly event: LoggedEvent; readonly line: number }
  | { readonly kind: 'unreadable'; readonly line: number };

/**
 * The events of a log, one a line as `onEvent` gives them or as a gateway exports its audit. Where
 * several runs share a log, each line names its own in `run`; otherwise a line belongs to the run
 * that started last. Throws `file-unreadable`.
 */
export async function* eventsIn(file: string): AsyncGenerator<LogLine> {
  let current = '';
  for await (const line of linesOf(file, {
    charactersMax: recordCharactersMax,
    onBytes: undefined,
  })) {
    if (line.kind === 'fault' && isUnread(line.because)) throw unopened(file);
    const fields = line.kind === 'line' ? eventIn(line.text) : undefined;
    if (fields === undefined) {
      yield { kind: 'unreadable', line: line.line };
      continue;
    }
    if (fields['type'] === 'run-started') current = textOr(fields['run'], '');
    const run = textOr(fields['run'], current);
    yield { kind: 'event', event: loggedEvent(run, fields), line: line.line };
  }
}

/** The runs and decisions of a log. */
export async function* entriesIn(file: string): AsyncGenerator<LogEntry> {
  for await (const each of eventsIn(file)) {
    if (each.kind === 'unreadable') yield each;
    else yield* entryOf(each.event, each.line);
  }
}

function loggedEvent(run: string, fields: Fields): LoggedEvent {
  const label = textOr(fields['label'], '');
  // An event of the monitor has no such member: a line of an audit holds one in it.
  if (!('payload' in fields)) return { run, subject: '', label, fields, isHidden: false };
  const { subject, type, payload, redacted } = fields;
  return {
    run,
    subject: textOr(subject, ''),
    label,
    fields: { ...fieldsOf(payload), type },
    isHidden: redacted === true,
  };
}

function isUnread(because: Fault): boolean {
  return because === 'unopened' || because === 'not-zipped';
}

/** Explains a log of events to somebody who gave something else. */
export const logHint =
  'name a log of events, one JSON object per line: from `onEvent`, or `sluice export --out FILE`';

function unopened(file: string): SluiceError {
  return new SluiceError('file-unreadable', `cannot read \`${file}\``, {
    hint: logHint,
  });
}

function eventIn(text: string): Fields | undefined {
  try {
    const event = fieldsOf(JSON.parse(text));
    return typeof event['type'] === 'string' ? event : undefined;
  } catch {
    return undefined;
  }
}

function entryOf(event: LoggedEvent, line: number): readonly LogEntry[] {
  const { fields, run } = event;
  switch (fields['type']) {
    case 'run-started':
    case 'tools-declared':
      return [{ kind: 'declared', run, tools: toolsIn(fields['tools']) }];
    case 'call-decided':
    case 'answer-decided': {
      const decision = decisionIn(event);
      return decision === undefined
        ? [{ kind: 'unreadable', line }]
        : [{ kind: 'decided', decision }];
    }
    default:
      return [];
  }
}

/** The declared tools, each with the arguments that it declares. */
function toolsIn(tools: unknown): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    listOf(tools).map((tool) => {
      const { name, parameters } = fieldsOf(tool);
      const properties = Object.keys(fieldsOf(fieldsOf(parameters)['properties']));
      return [textOr(name, ''), new Set(properties)] as const;
    }),
  );
}

/** The decision that an event holds; `undefined` where it holds none that can be read. */
export function decisionIn({ fields, run, subject }: LoggedEvent): LoggedDecision | undefined {
  const { seq, label, tool, args, text, callId } = fields;
  const decision = parseDecision(fieldsOf(fields['decision']));
  if (decision === undefined || typeof label !== 'string' || typeof seq !== 'number')
    return undefined;
  const { evidence, unsourced } = fieldsOf(fields['explanation']);
  return {
    id: textOr(callId, subject === '' ? `${run}:${seq}` : subject),
    run,
    step: stepIn(fields),
    seq,
    tool: textOr(tool, ''),
    text: textOr(args ?? text, ''),
    label,
    decision,
    evidence: listOf(evidence).map(evidenceIn),
    unsourced: listOf(unsourced).filter((argument) => typeof argument === 'string'),
  };
}

/** The step that an event belongs to; 0 where it does not say. */
export function stepIn({ step }: Fields): number {
  return typeof step === 'number' ? step : 0;
}

function evidenceIn(value: unknown): LoggedEvidence {
  const { argument, region, how, from, path, label, excerpt } = fieldsOf(value);
  return {
    argument: textOr(argument, ''),
    region: textOr(region, ''),
    how: textOr(how, ''),
    from: textOr(from, ''),
    path: textOr(path, ''),
    // A record without a label may be anything.
    label: textOr(label, 'top'),
    excerpt: textOr(excerpt, ''),
  };
}

function parseDecision(value: Fields): Decision | undefined {
  const { kind, rule, wouldBe, reason } = value;
  if (typeof rule !== 'string') return undefined;
  const violations = listOf(value['violations']).map((one) => {
    const { dimension, argument } = fieldsOf(one);
    return { dimension: textOr(dimension, ''), argument: textOr(argument, '') };
  });
  if (kind === 'ask') return { kind, rule, violations };
  if (kind === 'allow') {
    if (wouldBe === undefined) return { kind, rule, violations };
    return wouldBe === 'ask' || wouldBe === 'deny'
      ? { kind, rule, violations, wouldBe }
      : undefined;
  }
  const known = parseReason(reason);
  return kind === 'deny' && known !== undefined
    ? { kind, rule, violations, reason: known }
    : undefined;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}
