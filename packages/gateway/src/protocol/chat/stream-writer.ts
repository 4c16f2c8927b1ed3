import type { Answer, ClientRequest, StreamWriter } from '../protocol.ts';
import { isRecord } from '../shared/fields.ts';
import { noticeBehind } from '../shared/notice.ts';
import { restOf, sseEvent, sseLine } from '../shared/stream.ts';
import { reasoningFields } from './reasoning.ts';
import { writeCall } from './render.ts';
import { secondsOf, writeFailure } from '../shared/openai.ts';
import { finishReason, isRefusal, wireUsage } from './write.ts';

type JsonObject = Readonly<Record<string, unknown>>;

interface Start {
  readonly id: string;
  readonly createdMs: number;
}

/** A response as chunks, in the order in which the provider sends them. */
export function streamWriter(request: ClientRequest, start: Start): StreamWriter {
  const chunks = new Chunks(request, start);
  let sent = '';
  return {
    begin: () => chunks.delta({ role: 'assistant', content: null, refusal: null }),
    text: (delta) => {
      if (delta === '') return '';
      sent += delta;
      return chunks.delta({ content: delta });
    },
    notice: (text) => chunks.delta({ content: noticeBehind(sent, text) }),
    keepAlive: () => chunks.delta({}),
    end: (answer) => chunks.end(answer, sent),
    // No `[DONE]` follows: a client that overlooks the error must not read an end.
    fail: (failure) => sseEvent(writeFailure(failure)),
  };
}

class Chunks {
  readonly #request: ClientRequest;
  readonly #usageAsked: boolean;
  readonly #envelope: JsonObject;

  constructor(request: ClientRequest, { id, createdMs }: Start) {
    const options = request.params['stream_options'];
    const object = 'chat.completion.chunk';
    this.#request = request;
    this.#usageAsked = isRecord(options) && options['include_usage'] === true;
    this.#envelope = { id, object, created: secondsOf(createdMs), model: request.model };
  }

  delta(delta: JsonObject, finish: string | null = null): string {
    return this.#chunk([{ index: 0, delta, logprobs: null, finish_reason: finish }]);
  }

  end(answer: Answer, sent: string): string {
    const rest = restOf(answer, sent);
    return [
      this.#reasoning(answer),
      this.#text(answer, rest, { begun: sent !== '' }),
      ...answer.calls.map((call, index) => this.#call(writeCall(call, this.#request), index)),
      this.delta({}, finishReason(answer)),
      this.#usageAsked ? this.#chunk([], wireUsage(answer.usage)) : '',
      sseLine('[DONE]'),
    ].join('');
  }

  #reasoning({ reasoning }: Answer): string {
    const fields = reasoningFields(reasoning);
    return Object.keys(fields).length === 0 ? '' : this.delta({ ...fields });
  }

  /** An answer of no text and no calls is the empty text, not none. */
  #text(answer: Answer, rest: string, { begun }: { readonly begun: boolean }): string {
    if (rest === '' && (begun || answer.calls.length > 0)) return '';
    return this.delta(isRefusal(this.#request, answer) ? { refusal: rest } : { content: rest });
  }

  /** First the name, then the arguments: a client may show the one before the other comes. */
  #call(call: JsonObject, index: number): string {
    const { id, type } = call;
    const form = type === 'custom' ? 'custom' : 'function';
    const called = isRecord(call[form]) ? call[form] : {};
    const { name, ...input } = called;
    const empty = type === 'custom' ? { input: '' } : { arguments: '' };
    return (
      this.delta({ tool_calls: [{ index, id, type, [form]: { name, ...empty } }] }) +
      this.delta({ tool_calls: [{ index, [form]: input }] })
    );
  }

  #chunk(choices: readonly JsonObject[], usage: JsonObject | null = null): string {
    return sseEvent({ ...this.#envelope, choices, ...(this.#usageAsked && { usage }) });
  }
}
