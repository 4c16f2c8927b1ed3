import {
  eventFor,
  isLabelTold,
  type Label,
  type LabelSpace,
  type MonitorEvent,
} from '@sluice/core';
import { fieldsOf } from '../json.ts';
import { listed } from '../operator/show/fold.ts';
import { loadPolicyFile } from '../policy-file.ts';
import type { Terminal } from '../terminal.ts';
import { decisionsWith } from './find-decision.ts';
import {
  eventsIn,
  stepIn,
  textOr,
  type Fields,
  type LoggedDecision,
  type LoggedEvent,
} from './read-log.ts';
import { printSteps } from './show-steps.ts';
import { stepsOf } from './steps.ts';

export interface WhyOptions {
  readonly log: string;
  readonly policy: string;
  readonly clearance?: string;
  readonly run?: string;
}

/** Explains one decision of a log, as far as a reader with this clearance may see it. */
export async function runWhy(id: string, options: WhyOptions, terminal: Terminal): Promise<0> {
  const { space } = await loadPolicyFile(options.policy);
  const clearance = options.clearance === undefined ? space.bottom : space.parse(options.clearance);
  const found = await decisionsWith({ id, log: options.log, run: options.run });
  const events = await eventsAround(found, options.log);
  const steps = stepsOf(events.map((event) => seen(event, { space, clearance })));
  const wanted = new Set(found.map(keyOf));
  const shown = steps.map((step) => ({
    ...step,
    decisions: step.decisions.filter(({ logged }) => wanted.has(keyOf(logged))),
  }));
  printSteps(
    shown.filter(({ decisions }) => decisions.length > 0),
    terminal,
  );
  if (shown.some(({ decisions }) => decisions.some(({ isHidden }) => isHidden))) {
    const line =
      'Its values are above your clearance, which counts in every dimension, trust too: ' +
      '`--clearance top` shows all of them, another label of the policy what flows to it.';
    for (const piece of listed(line, terminal)) terminal.print(piece);
  }
  return 0;
}

/** Events of the steps of these decisions, and what came of them later. */
async function eventsAround(
  found: readonly LoggedDecision[],
  log: string,
): Promise<readonly LoggedEvent[]> {
  const steps = new Set(found.map(({ run, step }) => JSON.stringify([run, step])));
  const calls = new Set(found.map(({ run, id }) => JSON.stringify([run, id])));
  const events: LoggedEvent[] = [];
  for await (const each of eventsIn(log)) {
    if (each.kind === 'unreadable') continue;
    const { run, fields } = each.event;
    const isOfStep = steps.has(JSON.stringify([run, stepIn(fields)]));
    if (isOfStep || calls.has(JSON.stringify([run, fields['callId']]))) events.push(each.event);
  }
  return events;
}

function keyOf({ run, seq, id }: LoggedDecision): string {
  return JSON.stringify([run, seq, id]);
}

interface Sight {
  readonly space: LabelSpace;
  readonly clearance: Label;
}

/** An event as the reader may see it. What cannot be redacted is left out. */
function seen(event: LoggedEvent, sight: Sight): LoggedEvent {
  const { space, clearance } = sight;
  const { fields } = event;
  // That a generation failed is nobody's text, and has no label.
  if (fields['type'] === 'generation-failed') return event;
  const label = labelOf(event, space);
  // A propagator looks at more than the label that it chose.
  const isFound = fields['type'] === 'relevance-found';
  const { seen: looked } = fields;
  const seenLabel = isFound ? readLabel(textOr(looked, 'top'), space) : label;
  if ([label, seenLabel].every((each) => space.flowsTo(each, clearance))) {
    return { ...event, label: told(event.label, sight), fields: withToldLabels(fields, sight) };
  }
  const labelled = { ...fields, ...besides(fields, space), label, seen: seenLabel };
  const shown = isMonitorEvent(labelled) ? eventFor(space, labelled, clearance) : {};
  const bare = { ...fieldsOf(JSON.parse(JSON.stringify(shown))), label: aboveClearance };
  return { ...event, label: aboveClearance, fields: bare, isHidden: true };
}

/** The labels of an event that stand beside its own. */
function besides(fields: Fields, space: LabelSpace): Readonly<Record<string, Label>> {
  const read = ['ceiling', 'within', 'control'].flatMap((name) => {
    const text = fields[name];
    return text === undefined ? [] : [[name, readLabel(textOr(text, 'top'), space)] as const];
  });
  return Object.fromEntries(read);
}

/** Stands in place of a label that is not told. */
const aboveClearance = 'above your clearance';

/** A label is a value too: one that names others than the reader is not told. */
function told(label: string, { space, clearance }: Sight): string {
  return isLabelTold(space, { label: readLabel(label, space), clearance }) ? label : aboveClearance;
}

const labels: ReadonlySet<string> = new Set([
  'label',
  'ceiling',
  'seen',
  'within',
  'least',
  'control',
]);

/** The same with the labels in it, wherever an event has them, as the reader may see them. */
function withToldLabels(fields: Fields, sight: Sight): Fields {
  const shown = (name: string, value: unknown): unknown => {
    if (typeof value === 'string') return labels.has(name) ? told(value, sight) : value;
    if (Array.isArray(value)) return value.map((each: unknown) => shown('', each));
    return typeof value === 'object' && value !== null
      ? withToldLabels(fieldsOf(value), sight)
      : value;
  };
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, shown(name, value)]),
  );
}

/** A label that the policy cannot read is the most restrictive one. */
function labelOf({ label }: LoggedEvent, space: LabelSpace): Label {
  return readLabel(label, space);
}

function readLabel(label: string, space: LabelSpace): Label {
  try {
    return space.parse(label);
  } catch {
    return space.top;
  }
}

const members: Readonly<Record<string, string>> = {
  'generation-finished': 'reply',
  'call-decided': 'decision',
  'answer-decided': 'decision',
  'question-asked': 'request',
  'question-answered': 'answer',
};

/** Fields of an event that name the dimensions that were violated. */
const ruled: ReadonlySet<unknown> = new Set(['decision', 'request']);

const others: ReadonlySet<unknown> = new Set([
  'relevance-found',
  'step-labelled',
  'call-executed',
  'call-refused',
]);

/** As far as `eventFor` looks: what is not known to be one is not shown at all. */
function isMonitorEvent(event: Fields): event is Fields & MonitorEvent {
  const type = String(event['type']);
  const member = Object.hasOwn(members, type) ? members[type] : undefined;
  if (member === undefined) return others.has(type);
  const value = event[member];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return !ruled.has(member) || ('violations' in value && Array.isArray(value.violations));
}
