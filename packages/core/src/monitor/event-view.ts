import type { Label, LabelSpace } from '../label/label.ts';
import { placeholder } from '../redact/placeholder.ts';
import type { MonitorEvent } from './events.ts';

/**
 * An event as a reader with this clearance may see it: where its label does not flow to the
 * clearance, every text that a model, a tool, a user or a person wrote becomes the placeholder.
 * What is left names rules, reasons, steps and ids of ours.
 */
export function eventFor(space: LabelSpace, event: MonitorEvent, clearance: Label): MonitorEvent {
  if (!('label' in event) || space.flowsTo(event.label, clearance)) return event;
  switch (event.type) {
    case 'turn-started':
      return { ...event, parts: [{ kind: 'text', text: placeholder }] };
    case 'generation-finished':
      return { ...event, reply: { text: placeholder, calls: [], stop: event.reply.stop } };
    case 'call-decided': {
      const explanation = { evidence: [], unsourced: [] };
      return { ...event, tool: placeholder, args: placeholder, explanation };
    }
    case 'question-asked': {
      const shown = { tool: placeholder, args: placeholder, evidence: [], unsourced: [] };
      const { label } = event;
      const request = { ...event.request, ...shown, label, ceiling: undefined, dutyOf: [] };
      return { ...event, request };
    }
    case 'question-answered':
      return event.answer.kind === 'no'
        ? { ...event, answer: { ...event.answer, reason: placeholder } }
        : event;
    case 'call-executed':
      return { ...event, output: placeholder };
    case 'answer-decided':
      return { ...event, text: placeholder };
    case 'relevance-found':
      return { ...event, relevance: { kind: 'all', because: placeholder } };
    case 'label-lowered':
      return { ...event, because: placeholder };
    case 'step-labelled':
    case 'call-refused':
    case 'read-replayed':
    case 'turn-finished':
      return event;
  }
}
