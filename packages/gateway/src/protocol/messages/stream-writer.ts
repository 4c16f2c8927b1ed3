import type { PlainCall } from '@sluice/core';
import type { Answer, ClientRequest, Failure, Protocol, StreamWriter } from '../protocol.ts';
import { restOf } from '../shared/rest.ts';
import { sseEvent } from '../shared/sse.ts';
import { writeFailure } from './failure.ts';
import { reasoningBlocks, type ReasoningBlock } from './reasoning.ts';
import { writeUsage } from './usage.ts';
import { callBlock, inputOf, isRefusal, messageOf, stopOf, textBlock } from './write.ts';

/** Writes one response as the events of the protocol, with blocks counted from 0. */
export const streamWriter: Protocol['streamWriter'] = (request, { id }): StreamWriter => {
  const writer = new EventWriter(request);
  return {
    begin: () => event('message_start', { message: messageOf({ id, model: request.model }) }),
    text: (delta) => writer.text(delta),
    keepAlive: () => event('ping', {}),
    end: (answer) => writer.end(answer),
    fail: (failure: Failure) => sseEvent(writeFailure(failure), 'error'),
  };
};

class EventWriter {
  readonly #request: ClientRequest;
  #sent = '';
  /** How many blocks have begun. */
  #blocks = 0;

  constructor(request: ClientRequest) {
    this.#request = request;
  }

  text(delta: string): string {
    if (delta === '') return '';
    const begin = this.#sent === '' ? this.#start(textBlock('')) : '';
    this.#sent += delta;
    return begin + this.#delta({ type: 'text_delta', text: delta });
  }

  /** Reasoning goes first unless text went out already: what is sent cannot be put behind. */
  end(answer: Answer): string {
    const reasoning = reasoningBlocks(answer.reasoning);
    const isBegun = this.#sent !== '';
    const rest = isRefusal(this.#request, answer) ? '' : restOf(answer, this.#sent);
    return [
      ...(isBegun ? [] : reasoning.map((block) => this.#reasoning(block))),
      this.text(rest),
      this.#sent === '' ? '' : this.#stop(),
      ...(isBegun ? reasoning.map((block) => this.#reasoning(block)) : []),
      ...answer.calls.map((call) => this.#call(call)),
      this.#finish(answer),
    ].join('');
  }

  #reasoning(block: ReasoningBlock): string {
    if (block.type === 'redacted_thinking') return this.#start(block) + this.#stop();
    return [
      this.#start({ type: block.type, thinking: '', signature: '' }),
      block.thinking && this.#delta({ type: 'thinking_delta', thinking: block.thinking }),
      this.#delta({ type: 'signature_delta', signature: block.signature }),
      this.#stop(),
    ].join('');
  }

  /** The arguments go out as the text that was checked. */
  #call(call: PlainCall): string {
    inputOf(call);
    return [
      this.#start(callBlock(call, {})),
      this.#delta({ type: 'input_json_delta', partial_json: call.args }),
      this.#stop(),
    ].join('');
  }

  #finish(answer: Answer): string {
    const usage = {
      ...writeUsage(answer.usage),
      output_tokens_details: null,
      server_tool_use: null,
    };
    const delta = { ...stopOf(this.#request, answer), container: null };
    return event('message_delta', { delta, usage }) + event('message_stop', {});
  }

  #start(block: object): string {
    this.#blocks += 1;
    return event('content_block_start', { index: this.#blocks - 1, content_block: block });
  }

  #delta(delta: object): string {
    return event('content_block_delta', { index: this.#blocks - 1, delta });
  }

  #stop(): string {
    return event('content_block_stop', { index: this.#blocks - 1 });
  }
}

function event(type: string, data: object): string {
  return sseEvent({ type, ...data }, type);
}
