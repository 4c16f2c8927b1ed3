import type { Label, LabelSpace } from '../label/label.ts';
import { isReadersValue, nobody, type ReadersValue } from '../label/dimension/readers-value.ts';
import { placeholder } from '../redact/redact-content.ts';
import type { Decision, Explanation } from './decision.ts';
import type { MonitorEvent } from './events.ts';

type Labelled = Extract<MonitorEvent, { readonly label: Label }>;

/**
 * An event as a reader with this clearance may see it. Where its label does not flow to the
 * clearance, every text that a model, a tool, a user or a person wrote becomes the placeholder, and
 * so do hashes of it, names of rules that it chose, places in it and who was to answer for it. A
 * label is a value too, for its readers may be computed from data: one that does not flow to the
 * clearance, or that names readers whom the clearance does not name, is top. What is left names
 * reasons, steps and ids; but of a call with labels per argument all that is left is that something
 * came of it: whether it ran depends on what it says.
 */
export function eventFor(space: LabelSpace, event: MonitorEvent, clearance: Label): MonitorEvent {
  return eventSeen(event, {
    sees: (label) => space.flowsTo(label, clearance),
    isTold: (label) => isLabelTold(space, { label, clearance }),
    hidden: space.top,
  });
}

/** The sight of a reader, for who decides it otherwise than by one clearance in one space. */
export interface EventSight {
  /** True if they may see what carries this label. */
  readonly sees: (label: Label) => boolean;
  /** True if they may see the label itself; see `isLabelTold`. */
  readonly isTold: (label: Label) => boolean;
  /** Stands in place of a label that is not told, and for one that was not recorded. */
  readonly hidden: Label;
}

/** An event as `eventFor` redacts it. */
export function eventSeen(
  event: MonitorEvent,
  { sees, isTold, hidden: top }: EventSight,
): MonitorEvent {
  if (!('label' in event)) return event;
  const show = (label: Label): Label => (isTold(label) ? label : top);
  const labelled = labelledFor(event, show);
  if (!sees(event.label)) return isApart(labelled) ? outcomeOf(labelled) : hidden(labelled, top);
  return insideFor(
    withoutChoice(labelled, (seen = top) => sees(seen)),
    show,
  );
}

/** True if a reader with this clearance may see a label: it flows to it, and names nobody else. */
export function isLabelTold(
  space: LabelSpace,
  { label, clearance }: { readonly label: Label; readonly clearance: Label },
): boolean {
  return space.flowsTo(label, clearance) && !namesOthers(space, { label, clearance });
}

/**
 * True if a label names readers whom the reader's clearance does not name. That the label flows
 * does not say that its names do: an endorsed rule may have computed them from what is hidden.
 */
function namesOthers(
  { dimensions }: LabelSpace,
  { label, clearance }: { readonly label: Label; readonly clearance: Label },
): boolean {
  return Object.keys(dimensions).some((name) => {
    const [value, own] = [label.values[name], clearance.values[name]];
    if (!isReadersValue(value) || !isReadersValue(own) || own === nobody) return false;
    const named = new Set(namesIn(own));
    return namesIn(value).some((each) => !named.has(each));
  });
}

function namesIn({ clauses }: ReadersValue): readonly string[] {
  return clauses.flatMap(({ principals, groups }) => [
    ...principals.map((principal) => `person ${principal}`),
    ...groups.map((group) => `group ${group}`),
  ]);
}

/** The labels of an event, each as the reader may see it. */
function labelledFor(event: Labelled, show: (label: Label) => Label): Labelled {
  const label = show(event.label);
  if (event.type === 'run-started') {
    const { approver } = event;
    return { ...event, label, approver: approver && show(approver), ...leastFor(event, show) };
  }
  if (event.type === 'turn-started') return { ...event, label, ...leastFor(event, show) };
  if (event.type === 'call-executed') {
    const { within, written, control, ...executed } = event;
    // Which tools others called is at the labels of those calls.
    const isTold = written?.every((each) => show(each.label) === each.label) === true;
    return {
      ...executed,
      label,
      ...(control !== undefined && { control: show(control) }),
      ...(within !== undefined && { within: show(within) }),
      ...(isTold && { written }),
    };
  }
  if (event.type === 'step-labelled' && event.control !== undefined) {
    return { ...event, label, control: show(event.control) };
  }
  if (isApart(event)) return { ...event, label, control: event.control && show(event.control) };
  if (event.type === 'question-answered' && event.ceiling !== undefined) {
    return { ...event, label, ceiling: show(event.ceiling) };
  }
  return { ...event, label };
}

/** The labels inside of an event that the reader may see. */
function insideFor(event: Labelled, show: (label: Label) => Label): Labelled {
  if (event.type === 'call-decided') {
    return { ...event, explanation: explanationFor(event.explanation, show) };
  }
  if (event.type === 'question-asked') {
    const { request } = event;
    const shown = { label: show(request.label), ceiling: request.ceiling && show(request.ceiling) };
    const { evidence } = explanationFor(request, show);
    return { ...event, request: { ...request, ...shown, evidence } };
  }
  if (event.type === 'relevance-found') return relevanceFor(event, show);
  return event;
}

function relevanceFor(event: RelevanceFound, show: (label: Label) => Label): RelevanceFound {
  const { relevance, seen } = event;
  const told = seen === undefined ? event : { ...event, seen: show(seen) };
  if (relevance.kind !== 'label') return told;
  return { ...told, relevance: { kind: 'label', label: show(relevance.label) } };
}

function explanationFor(
  { evidence, unsourced }: Explanation,
  show: (label: Label) => Label,
): Explanation {
  const shown = evidence.map((each) => ({ ...each, label: show(each.label) }));
  return { evidence: shown, unsourced };
}

function leastFor(
  { least }: { readonly least?: Label | undefined },
  show: (label: Label) => Label,
): { readonly least?: Label } {
  return least === undefined ? {} : { least: show(least) };
}

/**
 * A propagator looks at more than the label that it chooses: at all of the history, and at a draft
 * that was made from it. So what it found is for who may see that; its choice has its label.
 */
function withoutChoice(event: Labelled, sees: (label: Label | undefined) => boolean): Labelled {
  if (event.type !== 'relevance-found' || sees(event.seen)) return event;
  return { ...unfound(event), seen: undefined };
}

type RelevanceFound = Extract<MonitorEvent, { readonly type: 'relevance-found' }>;

function unfound(event: RelevanceFound): RelevanceFound {
  return { ...event, relevance: { kind: 'all', because: placeholder } };
}

type Apart = Extract<Labelled, { type: 'call-decided' | 'call-executed' | 'call-refused' }>;

/** True for a call whose data has a label of its own, above that of what it acts on. */
function isApart(event: Labelled): event is Apart {
  return event.type.startsWith('call-') && 'control' in event && event.control !== undefined;
}

/** One outcome: such calls are made only where they are allowed, and stand here as if they ran. */
function outcomeOf(event: Apart): Apart {
  const { seq, atMs, step, callId, label, control } = event;
  const outcome = { seq, atMs, step, callId, label, control };
  if (event.type !== 'call-decided') {
    return { ...outcome, type: 'call-executed', output: placeholder };
  }
  const decision = { kind: 'allow', rule: placeholder, violations: [] } as const;
  const explanation = { evidence: [], unsourced: [] };
  const bare = { tool: placeholder, args: placeholder, decision, explanation };
  return { ...outcome, type: 'call-decided', ...bare };
}

function hidden(event: Labelled, top: Label): Labelled {
  switch (event.type) {
    case 'run-started':
    case 'tools-declared':
      return { ...event, tools: [] };
    case 'turn-started':
      return { ...event, parts: [{ kind: 'text', text: placeholder }] };
    case 'generation-finished': {
      // Which tools were offered tells of the label.
      const { providerTools: _, ...bare } = event;
      return { ...bare, reply: { text: placeholder, calls: [], stop: event.reply.stop } };
    }
    case 'call-decided': {
      const { decision } = event;
      const explanation = { evidence: [], unsourced: [] };
      const bare = { tool: placeholder, args: placeholder, explanation };
      return { ...event, ...bare, decision: { ...decision, ...unruled(decision) } };
    }
    case 'question-asked': {
      const { request } = event;
      return { ...event, request: { ...request, ...unasked, ...unruled(request), label: top } };
    }
    case 'question-answered':
      return { ...event, answer: unanswered(event.answer), ceiling: undefined };
    case 'call-executed':
      return { ...event, output: placeholder };
    case 'answer-decided':
      return {
        ...event,
        text: placeholder,
        decision: { ...event.decision, ...unruled(event.decision) },
      };
    case 'relevance-found':
      return { ...unfound(event), seen: undefined };
    case 'label-lowered':
      return { ...event, region: placeholder, to: placeholder, because: placeholder };
    case 'call-refused':
      return { ...event, rule: placeholder };
    case 'read-replayed':
      return { ...event, callIds: [] };
    case 'step-labelled':
    case 'turn-finished':
      return event;
  }
}

/** The arguments chose the rule, and a violation names one: dimensions alone are left. */
function unruled({
  violations,
}: Pick<Decision, 'violations'>): Pick<Decision, 'violations' | 'rule'> {
  const dimensions = new Set(violations.map(({ dimension }) => dimension));
  const left = [...dimensions].map((dimension) => ({ dimension, argument: '' }));
  return { rule: placeholder, violations: left };
}

const unasked = {
  tool: placeholder,
  args: placeholder,
  ceiling: undefined,
  dutyOf: [],
  evidence: [],
  unsourced: [],
  hash: placeholder,
} as const;

type Answered = Extract<MonitorEvent, { readonly type: 'question-answered' }>['answer'];

/** The names of those who had to answer tell whose data it was. */
function unanswered(answer: Answered): Answered {
  if (answer.kind === 'none') return answer;
  return answer.kind === 'no'
    ? { ...answer, by: [], reason: placeholder }
    : { ...answer, by: [], hash: placeholder };
}

/**
 * A line of an event log, without its line break: one JSON object, the event and the run that it
 * belongs to, so that runs may share a log. Give it what `onEvent` gives. It holds values, as the
 * event does: redact with `eventFor` for a log whose readers are not cleared for all of them.
 */
export function eventLine(run: string, event: MonitorEvent): string {
  // The run comes first, for who reads the log, and also last: the first event names one as well,
  // and a line must not claim two.
  return JSON.stringify(Object.assign({ run }, event, { run }));
}
