import { isRecord } from '../shared/fields.ts';
import { type JsonObject, refusalPart, textPart } from './items.ts';
import type { EventLog } from './stream-writer.ts';

/** The events of each kind of item. */
export function logCall(log: EventLog, item: JsonObject): void {
  const custom = item['type'] === 'custom_tool_call';
  const field = custom ? 'input' : 'arguments';
  const event = custom ? 'custom_tool_call_input' : 'function_call_arguments';
  log.openItem(item, { [field]: '' });
  log.add(`response.${event}.delta`, { ...log.where(item), delta: item[field] });
  log.add(`response.${event}.done`, { ...log.where(item), [field]: item[field] });
  log.endItem(item);
}

/** An item of reasoning, or of a search. */
export function logThought(log: EventLog, item: JsonObject): void {
  if (item['type'] === 'reasoning') return logReasoning(log, item);
  log.openItem(item, {});
  for (const state of ['in_progress', 'searching', 'completed']) {
    log.add(`response.web_search_call.${state}`, log.where(item));
  }
  log.endItem(item);
}

function logReasoning(log: EventLog, item: JsonObject): void {
  const summary: unknown = item['summary'];
  log.openItem(item, { summary: [] });
  for (const [summary_index, part] of (Array.isArray(summary) ? summary : []).entries()) {
    const at = { ...log.where(item), summary_index };
    const text = isRecord(part) ? part['text'] : '';
    const empty = { type: 'summary_text', text: '' };
    log.add('response.reasoning_summary_part.added', { ...at, part: empty });
    log.add('response.reasoning_summary_text.delta', { ...at, delta: text });
    log.add('response.reasoning_summary_text.done', { ...at, text });
    log.add('response.reasoning_summary_part.done', { ...at, part });
  }
  log.endItem(item);
}

export function openText(log: EventLog, item: JsonObject): void {
  const part = textPart('');
  log.add('response.content_part.added', { ...log.where(item), content_index: 0, part });
}

export function logTextDelta(log: EventLog, item: JsonObject, delta: string): void {
  const at = { ...log.where(item), content_index: 0 };
  log.add('response.output_text.delta', { ...at, delta, logprobs: [] });
}

export function endText(log: EventLog, item: JsonObject, part: JsonObject): void {
  const at = { ...log.where(item), content_index: 0 };
  const { annotations, text } = part;
  for (const [annotation_index, annotation] of listIn(annotations).entries()) {
    log.add('response.output_text.annotation.added', { ...at, annotation_index, annotation });
  }
  log.add('response.output_text.done', { ...at, text, logprobs: [] });
  log.add('response.content_part.done', { ...at, part });
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function logRefusal(log: EventLog, item: JsonObject, content: JsonObject): void {
  const { refusal, at: content_index } = content;
  const at = { ...log.where(item), content_index };
  log.add('response.content_part.added', { ...at, part: refusalPart('') });
  log.add('response.refusal.delta', { ...at, delta: refusal });
  log.add('response.refusal.done', { ...at, refusal });
  log.add('response.content_part.done', { ...at, part: { type: 'refusal', refusal } });
}
