import { eventTypes, logEvent, type LogEvent } from './event.ts';

/** The record of one run, in the order in which it was given. */
export interface RecordedRun {
  readonly run: string;
  readonly events: LogEvent[];
  /** Where it could not be read: how many events stood before. Nothing after it is followed. */
  brokenAt: number | undefined;
  /**
   * The calls that an operator approved, by the audit's own account of questions, which the monitor
   * does not write; `undefined`: it is no audit.
   */
  approved: Set<unknown> | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Sorts the events of a record by the runs that they belong to. An event comes as `onEvent` gives
 * it, as a line of a log (`eventLine`), as a line of a gateway's audit, or as the JSON text of one
 * of these. One that names no run belongs to the run that started last.
 */
export function readRuns(lines: Iterable<unknown>): readonly RecordedRun[] {
  const runs = new Map<string, RecordedRun>();
  let current = '';
  for (const line of lines) {
    const { run, fields, isAudit } = opened(line);
    const { type } = fields ?? {};
    const isOther = typeof type === 'string' && !eventTypes.has(type);
    // What operators did stands in an audit too; that nothing of the monitor's is missing shows in
    // the numbers of its events.
    if (isOther && type !== 'approval-used') continue;
    const parsed = logEvent.safeParse(fields);
    if (parsed.data?.type === 'run-started') current = parsed.data.run;
    const name = run ?? current;
    const recorded = runs.get(name) ?? unread(name);
    runs.set(name, recorded);
    if (isAudit) recorded.approved ??= new Set();
    if (isOther) recorded.approved?.add(fields?.['callId']);
    else if (parsed.success) recorded.events.push(parsed.data);
    else recorded.brokenAt ??= recorded.events.length;
  }
  return [...runs.values()];
}

function unread(run: string): RecordedRun {
  return { run, events: [], brokenAt: undefined, approved: undefined };
}

interface Opened {
  readonly run?: string;
  readonly fields?: Fields;
  readonly isAudit: boolean;
}

/** The event in a line, and the run that the line names. */
function opened(line: unknown): Opened {
  // Labels of an event that was never written down become their texts.
  const outer = valueOf(typeof line === 'string' ? line : JSON.stringify(line));
  if (!isFields(outer)) return { isAudit: false };
  const run = typeof outer['run'] === 'string' ? { run: outer['run'] } : {};
  if (!('payload' in outer)) return { ...run, fields: outer, isAudit: false };
  const { payload, type } = outer;
  const inner = typeof payload === 'string' ? valueOf(payload) : payload;
  return { ...run, fields: { type, ...(isFields(inner) ? inner : {}) }, isAudit: true };
}

function valueOf(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
