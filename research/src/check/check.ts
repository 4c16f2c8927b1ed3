/**
 * The independent checker. From the record of a run it takes what came from outside: turns, the
 * replies of the model, what the propagator found, the answers of the person, the raw results. From
 * that it derives again, by the executable specification, the label of every view, step, call and
 * result, and which calls may run, and compares.
 *
 * Shared with the engine: reading the policy, the words of its rules about one text or one call,
 * the regions that they cut a text into, with the readers of JSON and YAML below them, and the
 * limit on calls of a step. Not shared: the lattice (order, joins, meets, the text form of labels),
 * raising of regions and results, relevance to label, redaction, the choice of a step's output,
 * lazy reads, views at ceilings, comparison with ceilings, questions and what an answer is
 * worth, refusals.
 */

import type { Checked, ExecutedCall } from '../trial/trial.ts';
import { canonicalArgs } from './canonical.ts';
import { Findings } from './findings.ts';
import { Lost } from './log/cursor.ts';
import { eventTypes, isOf, type LogEvent, logEvent } from './log/event.ts';
import { PolicyReading } from './policy-reading.ts';
import type { AllowedCall } from './run/call-book.ts';
import { RunCheck, type RunOptions } from './run/run-check.ts';

export interface CheckOptions {
  /** The text of the policy that decided. */
  readonly policy: string;
  /** The calls that the client really executed, by its own account; `undefined`: nobody knows. */
  readonly executed: readonly Pick<ExecutedCall, 'tool' | 'args'>[] | undefined;
  /** Text of the label that may be put to a person in a gateway's sessions; default: `top`. */
  readonly askable?: string | undefined;
}

/**
 * Checks the events of one run or of several: as `onEvent` gives them, as lines of a log, or as a
 * gateway stores them. Findings name the run, the number and the type of an event, never a value.
 * What cannot be followed is a difference, and a call that is carried out from there on a
 * violation.
 * Throws `policy-invalid` for a text that is no policy.
 */
export async function checkRuns(
  events: Iterable<unknown>,
  { policy, executed, askable = 'top' }: CheckOptions,
): Promise<Checked> {
  const reading = await readingOf(policy);
  const runs = readRuns(events);
  const findings = new Findings();
  const allowed: AllowedCall[] = [];
  for (const run of runs) {
    const options = { reading, findings, askable: reading.lattice.read(askable) };
    checkRun(run, { ...options, allowed: (call) => void allowed.push(call) });
  }
  checkExecuted(executed ?? [], allowed, findings);
  return findings.result(runs.length);
}

/** The policy that was read last: thousands of runs are checked under one. */
let last: { readonly text: string; readonly reading: Promise<PolicyReading> } | undefined;

function readingOf(text: string): Promise<PolicyReading> {
  if (last?.text !== text) last = { text, reading: PolicyReading.of(text) };
  return last.reading;
}

function checkRun(recorded: RecordedRun, options: RunOptions): void {
  const { run, brokenAt } = recorded;
  const { findings } = options;
  checkNumbers(recorded, findings);
  checkApprovals(recorded, findings);
  const [events, beyond] = [recorded.events.slice(0, brokenAt), recorded.events.slice(brokenAt)];
  const unfollowed = follow(run, events, options);
  if (brokenAt !== undefined) {
    findings.differs({ run, seq: brokenAt, type: 'event' }, 'it cannot be read');
    unfollowed.push(...beyond);
  }
  for (const { seq, type } of unfollowed.filter((event) => isOf(event, 'call-executed'))) {
    findings.violates({ run, seq, type }, 'the record was not followed so far');
  }
}

/** Returns the events that it could not follow, of which nothing may have been carried out. */
function follow(run: string, events: readonly LogEvent[], options: RunOptions): LogEvent[] {
  let check: RunCheck | undefined;
  try {
    check = new RunCheck(run, events, options);
    check.follow();
    return [];
  } catch (error) {
    const at = error instanceof Lost ? error.event : check?.at;
    const place = { run, seq: at?.seq, type: at?.type ?? 'record' };
    options.findings.differs(place, 'it cannot be followed from here');
    return [...(check?.unfollowed ?? events)];
  }
}

/** Nothing is missing, and nothing stands elsewhere than it was written. */
function checkNumbers({ run, events }: RecordedRun, findings: Findings): void {
  for (const [at, { seq, type }] of events.entries()) {
    if (seq !== at) return findings.differs({ run, seq, type }, 'its number');
  }
}

/**
 * A gateway's audit tells of each approval twice: by the monitor, and by who keeps the questions.
 */
function checkApprovals({ run, events, approved }: RecordedRun, findings: Findings): void {
  for (const event of events) {
    if (approved === undefined || !isOf(event, 'question-answered')) continue;
    const { seq, type, answer, callId } = event;
    const isKnown = answer.kind !== 'yes' || approved.has(callId);
    if (!isKnown) findings.differs({ run, seq, type }, 'no operator approved it');
  }
}

/** Each call that was carried out is one that was allowed, and none of those twice. */
function checkExecuted(
  executed: NonNullable<CheckOptions['executed']>,
  allowed: readonly AllowedCall[],
  findings: Findings,
): void {
  const left = [...allowed];
  for (const [at, { tool, args }] of executed.entries()) {
    const canonical = canonicalArgs(args);
    const found = left.findIndex((call) => call.tool === tool && call.args === canonical);
    if (found === -1) findings.violates(`executed call ${at}`, 'the record allows no such call');
    else left.splice(found, 1);
  }
}

/** The record of one run, in the order in which it was given. */
interface RecordedRun {
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
    // An audit also holds the acts of operators; that nothing of the monitor's is missing shows in
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
