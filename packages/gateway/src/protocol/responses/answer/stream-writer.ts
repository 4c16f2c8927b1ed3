import type { Answer, ClientRequest, Failure, StreamWriter } from '../../protocol.ts';
import { isRecord } from '../../shared/fields.ts';
import { writeFailure } from '../../shared/openai.ts';
import { noticeBehind } from '../../shared/notice.ts';
import { restOf, sseEvent } from '../../shared/stream.ts';
import { itemId } from '../ids.ts';
import { calledBy } from '../client-tools.ts';
import {
  callItems,
  type JsonObject,
  messageItem,
  reasoningOutput,
  refusalPart,
  textPart,
} from './items.ts';
import { citationsOf } from './reasoning.ts';
import { endedResponse, envelope, isRefusal } from './write.ts';

type Start = Pick<Answer, 'id' | 'createdMs'>;

/** A response as events, in the order in which the provider sends them. */
export function streamWriter(request: ClientRequest, start: Start): StreamWriter {
  const written = new WrittenResponse(request, start);
  return {
    begin: () => written.begin(),
    text: (delta) => written.text(delta),
    notice: (text) => written.notice(text),
    keepAlive: () => written.keepAlive(),
    end: (answer) => written.end(answer),
    fail: (failure) => written.fail(failure),
  };
}

/**
 * Text that goes out before the answer is known opens the message, and reasoning then stands behind
 * it all; else reasoning comes first, as in a response that is not streamed.
 */
class WrittenResponse {
  readonly #request: ClientRequest;
  readonly #start: Start;
  readonly #log = new EventLog();
  /** The message before its content is known. */
  readonly #opened: JsonObject;
  #sent = '';
  /** The same with the notices that stand in between. */
  #shown = '';
  #notices = 0;

  constructor(request: ClientRequest, start: Start) {
    this.#request = request;
    this.#start = start;
    this.#opened = messageItem({ id: start.id, content: [], calls: [], stop: 'complete' });
  }

  begin(): string {
    const response = envelope(this.#request, this.#start);
    this.#log.add('response.created', { response });
    this.#log.add('response.in_progress', { response });
    return this.#log.take();
  }

  text(delta: string): string {
    if (delta === '') return '';
    if (this.#sent === '') this.#openMessage();
    this.#sent += delta;
    this.#say(delta);
    return this.#log.take();
  }

  /** An item of its own, which clients show when it ends, unless the answer's own has begun. */
  notice(text: string): string {
    const said = noticeBehind(this.#sent, text);
    if (this.#sent === '') this.#noticeItem(said);
    else this.#say(said);
    return this.#log.take();
  }

  /** Comments count for nothing: Codex ends a stream that has no event for five minutes. */
  keepAlive(): string {
    const response = { ...envelope(this.#request, this.#start), tools: [] };
    this.#log.add('response.in_progress', { response });
    return this.#log.take();
  }

  #noticeItem(text: string): void {
    const id = itemId('nt', this.#start.id, this.#notices);
    const item = { ...this.#opened, id };
    this.#notices += 1;
    this.#log.openItem(item, {});
    openText(this.#log, item);
    logTextDelta(this.#log, item, text);
    endText(this.#log, item, textPart(text));
    this.#log.endItem({ ...item, content: [textPart(text)] });
  }

  #say(text: string): void {
    this.#shown += text;
    logTextDelta(this.#log, this.#opened, text);
  }

  end(answer: Answer): string {
    const named = { ...answer, ...this.#start };
    const early = this.#sent !== '';
    const reasoning = reasoningOutput(named, this.#request);
    if (!early) for (const item of reasoning) logThought(this.#log, item);
    this.#endMessage(named);
    for (const item of callItems(named, this.#request)) logCall(this.#log, item);
    if (early) for (const item of reasoning) logThought(this.#log, item);
    const response = endedResponse(this.#request, named, this.#log.output);
    this.#log.add(`response.${response.status}`, { response });
    return this.#log.take();
  }

  /** No end follows: a client that overlooks the error must not read one. */
  fail(failure: Failure): string {
    const { error } = writeFailure(failure);
    const { message, code, param } = isRecord(error) ? error : {};
    this.#log.add('error', { code, message, param, error });
    return this.#log.take();
  }

  #openMessage(): void {
    this.#log.openItem(this.#opened, {});
    openText(this.#log, this.#opened);
  }

  /** The rest of the message. A refusal stands in a part of its own, behind text that was sent. */
  #endMessage(answer: Answer): void {
    const rest = restOf(answer, this.#sent);
    if (this.#sent === '' && rest === '' && answer.calls.length > 0) return;
    if (rest !== '' && isRefusal(this.#request, answer)) return this.#endRefusing(answer);
    if (this.#sent === '') this.#openMessage();
    if (rest !== '') this.#say(rest);
    const text = this.#sent + rest;
    // Citations name places in the answer alone.
    const cited = this.#shown === text ? citationsOf(answer.reasoning, text) : [];
    const part = textPart(this.#shown, cited);
    endText(this.#log, this.#opened, part);
    this.#log.endItem(messageItem({ ...answer, content: [part] }));
  }

  #endRefusing(answer: Answer): void {
    const refusal = answer.text;
    const said = this.#sent === '' ? [] : [textPart(this.#shown)];
    if (said.length === 0) this.#log.openItem(this.#opened, {});
    else endText(this.#log, this.#opened, textPart(this.#shown));
    logRefusal(this.#log, this.#opened, { refusal, at: said.length });
    this.#log.endItem(messageItem({ ...answer, content: [...said, refusalPart(refusal)] }));
  }
}

/** The events of one response, in the order in which they are added. */
class EventLog {
  /** The items that came to their end. */
  readonly output: JsonObject[] = [];
  #sequence = 0;
  #unsent: string[] = [];

  add(type: string, data: JsonObject): void {
    this.#unsent.push(sseEvent({ type, sequence_number: this.#sequence, ...data }, type));
    this.#sequence += 1;
  }

  /** Opens an item before anything of it was said: `empty` overrides what is said later. */
  openItem(item: JsonObject, empty: JsonObject): void {
    const status = 'status' in item ? { status: 'in_progress' } : {};
    const opened = { ...item, ...status, ...empty };
    this.add('response.output_item.added', { output_index: this.output.length, item: opened });
  }

  endItem(item: JsonObject): void {
    this.add('response.output_item.done', { output_index: this.output.length, item });
    this.output.push(item);
  }

  /** Where what is said of the open item stands. */
  where(item: JsonObject): JsonObject {
    return { item_id: item['id'], output_index: this.output.length };
  }

  /** The text of the events since the last time. */
  take(): string {
    const text = this.#unsent.join('');
    this.#unsent = [];
    return text;
  }
}

/** The events of each kind of item. */
function logCall(log: EventLog, item: JsonObject): void {
  if (calledBy(typeOf(item)) !== undefined) {
    log.openItem(item, {});
    return log.endItem(item);
  }
  const custom = item['type'] === 'custom_tool_call';
  const field = custom ? 'input' : 'arguments';
  const event = custom ? 'custom_tool_call_input' : 'function_call_arguments';
  log.openItem(item, { [field]: '' });
  log.add(`response.${event}.delta`, { ...log.where(item), delta: item[field] });
  log.add(`response.${event}.done`, { ...log.where(item), [field]: item[field] });
  log.endItem(item);
}

/** An item of reasoning, or of a search. */
function logThought(log: EventLog, item: JsonObject): void {
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

function openText(log: EventLog, item: JsonObject): void {
  const part = textPart('');
  log.add('response.content_part.added', { ...log.where(item), content_index: 0, part });
}

function logTextDelta(log: EventLog, item: JsonObject, delta: string): void {
  const at = { ...log.where(item), content_index: 0 };
  log.add('response.output_text.delta', { ...at, delta, logprobs: [] });
}

function endText(log: EventLog, item: JsonObject, part: JsonObject): void {
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

function logRefusal(log: EventLog, item: JsonObject, content: JsonObject): void {
  const { refusal, at: content_index } = content;
  const at = { ...log.where(item), content_index };
  log.add('response.content_part.added', { ...at, part: refusalPart('') });
  log.add('response.refusal.delta', { ...at, delta: refusal });
  log.add('response.refusal.done', { ...at, refusal });
  log.add('response.content_part.done', { ...at, part: { type: 'refusal', refusal } });
}

function typeOf({ type }: JsonObject): string {
  return typeof type === 'string' ? type : '';
}
