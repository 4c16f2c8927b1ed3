import type { PlainCall } from '@sluice/core';
import type { Answer, ClientRequest, Failure, Protocol, StreamWriter } from '../../protocol.ts';
import { noticeBehind } from '../../shared/notice.ts';
import { restOf, sseEvent } from '../../shared/stream.ts';
import { writeFailure } from '../anthropic.ts';
import type { Block } from '../blocks.ts';
import { citationsIn, clientContent, reasoningBlocks } from './reasoning.ts';
import { writeUsage } from './usage.ts';
import { callBlock, inputOf, isRefusal, messageOf, stopOf, textBlock } from './write.ts';

/** Writes one response as the events of the protocol, with blocks counted from 0. */
export const streamWriter: Protocol['streamWriter'] = (request, { id }): StreamWriter => {
  const writer = new EventWriter(request);
  return {
    begin: () => event('message_start', { message: messageOf({ id, model: request.model }) }),
    text: (delta) => writer.text(delta),
    notice: (text) => writer.notice(text),
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
  /** A block of text has begun, and has not ended. */
  #isOpen = false;

  constructor(request: ClientRequest) {
    this.#request = request;
  }

  text(delta: string): string {
    if (delta === '') return '';
    const begin = this.#isOpen ? '' : this.#start(textBlock(''));
    this.#isOpen = true;
    this.#sent += delta;
    return begin + this.#delta({ type: 'text_delta', text: delta });
  }

  /** A block of its own: clients show one when it ends. */
  notice(text: string): string {
    return this.#endText() + this.#block(textBlock(noticeBehind(this.#sent, text)));
  }

  #endText(): string {
    const end = this.#isOpen ? this.#stop() : '';
    this.#isOpen = false;
    return end;
  }

  /** All in its place, unless text went out already: what is sent cannot be put behind. */
  end(answer: Answer): string {
    const text = isRefusal(this.#request, answer) ? '' : restOf(answer, this.#sent);
    if (this.#sent === '') {
      const calls = answer.calls.map((call) => callBlock(call, inputOf(call)));
      const content = clientContent(answer.reasoning, { text, calls }, textBlock);
      const said = content.filter(({ type }) => type !== 'tool_use');
      return this.#all(said, answer);
    }
    const citations = citationsIn(answer.reasoning, this.#sent + text);
    const last = this.text(text);
    const cited = (this.#isOpen ? citations : []).map((citation) =>
      this.#delta({ type: 'citations_delta', citation }),
    );
    const rest = [last, ...cited, this.#endText()].join('');
    const behind = reasoningBlocks(answer.reasoning).map((block) => ({ ...block }));
    return rest + this.#all(behind, answer);
  }

  #all(blocks: readonly Block[], answer: Answer): string {
    return [
      ...blocks.map((block) => this.#block(block)),
      ...answer.calls.map((call) => this.#call(call)),
      this.#finish(answer),
    ].join('');
  }

  #block(block: Block): string {
    switch (block.type) {
      case 'text': {
        const { text, citations } = block;
        const cited: readonly unknown[] = Array.isArray(citations) ? citations : [];
        return this.#inPieces({ ...block, text: '', citations: cited.length > 0 ? [] : null }, [
          ...cited.map((citation) => ({ type: 'citations_delta', citation })),
          { type: 'text_delta', text },
        ]);
      }
      case 'thinking': {
        const { thinking, signature } = block;
        return this.#inPieces({ type: block.type, thinking: '', signature: '' }, [
          ...(thinking === '' ? [] : [{ type: 'thinking_delta', thinking }]),
          { type: 'signature_delta', signature },
        ]);
      }
      case 'server_tool_use': {
        const input = { type: 'input_json_delta', partial_json: JSON.stringify(block['input']) };
        return this.#inPieces({ ...block, input: {} }, [input]);
      }
    }
    return this.#inPieces(block, []);
  }

  #inPieces(start: Block, deltas: readonly object[]): string {
    const begun = this.#start(start);
    return [begun, ...deltas.map((delta) => this.#delta(delta)), this.#stop()].join('');
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
