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
import type { Checked, ExecutedCall } from '../trial/outcome.ts';
import { canonicalArgs } from './canonical.ts';
import { Findings } from './findings.ts';
import { Lost } from './log/cursor.ts';
import { isOf, type LogEvent } from './log/event.ts';
import { readRuns, type RecordedRun } from './log/read-runs.ts';
import { PolicyReading } from './policy-reading.ts';
import type { AllowedCall } from './run/call-book.ts';
import { RunCheck, type RunOptions } from './run/run-check.ts';

export interface CheckOptions {
  /** The text of the policy that decided. */
  readonly policy: string;
  /** What the client really carried out, by its own account; `undefined`: nobody knows. */
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
    for (const event of run.events) {
      if (isOf(event, 'run-started') || isOf(event, 'tools-declared'))
        await reading.pin(event.tools);
    }
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
