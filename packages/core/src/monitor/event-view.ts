import type { Label, LabelSpace } from '../label/label.ts';
import { placeholder } from '../redact/placeholder.ts';
import type { MonitorEvent } from './events.ts';

/**
 * An event as a reader with this clearance may see it: where its label does not flow to the
 * clearance, every text that a model, a tool, a user or a person wrote becomes the placeholder, and
 * so do hashes of it and names of rules that it chose. What is left names reasons, steps and ids.
 */
export function eventFor(space: LabelSpace, event: MonitorEvent, clearance: Label): MonitorEvent {
  if (!('label' in event) || space.flowsTo(event.label, clearance)) return event;
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
      const explanation = { evidence: [], unsourced: [] };
      const decision = { ...event.decision, rule: placeholder };
      return { ...event, tool: placeholder, args: placeholder, explanation, decision };
    }
    case 'question-asked': {
      const shown = { tool: placeholder, args: placeholder, evidence: [], unsourced: [] };
      const { label } = event;
      const bare = { label, ceiling: undefined, dutyOf: [], rule: placeholder, hash: placeholder };
      const request = { ...event.request, ...shown, ...bare };
      return { ...event, request };
    }
    case 'question-answered':
      if (event.answer.kind === 'none') return event;
      return event.answer.kind === 'no'
        ? { ...event, answer: { ...event.answer, reason: placeholder } }
        : { ...event, answer: { ...event.answer, hash: placeholder } };
    case 'call-executed':
      return { ...event, output: placeholder };
    case 'answer-decided':
      return { ...event, text: placeholder, decision: { ...event.decision, rule: placeholder } };
    case 'relevance-found':
      return { ...event, relevance: { kind: 'all', because: placeholder } };
    case 'label-lowered':
      return { ...event, to: placeholder, because: placeholder };
    case 'call-refused':
      return { ...event, rule: placeholder };
    case 'step-labelled':
    case 'read-replayed':
    case 'turn-finished':
      return event;
  }
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
