import type { MonitorEvent } from '@sluice/core';
import type { EventDraft } from '../store/store.ts';
import { jsonText } from '../protocol/shared/json-text.ts';
import { Pace } from '../protocol/shared/pace.ts';

/**
 * The events of a step as the audit keeps them. Only the payload holds values; others go on while a
 * long one is written.
 */
export async function eventDrafts(
  events: readonly MonitorEvent[],
  answerId: string,
): Promise<readonly EventDraft[]> {
  const pace = new Pace();
  const drafts: EventDraft[] = [];
  for (const event of events) {
    drafts.push({
      type: event.type,
      label: 'label' in event ? event.label.text : '',
      subject: subjectOf(event) ?? answerId,
      payload: await jsonText(event, pace),
    });
  }
  return drafts;
}

/** An event of what a person let through or lowered may not be lost with the power. */
export function mustLast({ type }: EventDraft): boolean {
  return type === 'question-answered' || type === 'label-lowered';
}

/** The id of the call that an event tells of; the others are found by the answer they led to. */
function subjectOf(event: MonitorEvent): string | undefined {
  if ('callId' in event) return event.callId;
  if (event.type === 'label-lowered') return event.region;
  return event.type === 'question-asked' ? event.request.callId : undefined;
}

/** For an answer that only gives out what was decided before it: the record finds that by this. */
export function answerGiven(answerId: string, atMs: number): EventDraft {
  const type = 'answer-given';
  return { type, label: '', subject: answerId, payload: JSON.stringify({ type, atMs }) };
}
