import {
  textOf,
  type ChatModel,
  type ModelReply,
  type PlainMessage,
  type View,
} from '@sluice/core';
import { z } from 'zod';

/** One exchange: the model's input and its reply. */
export interface Exchange {
  readonly view: View;
  readonly reply: ModelReply;
  readonly latencyMs: number;
}

/** A model port that keeps what the model received: closure is read from nothing else. */
export class Recorder implements ChatModel {
  readonly name: string;
  readonly exchanges: Exchange[] = [];
  readonly generate: ChatModel['generate'];

  constructor(inner: ChatModel, nowMs: () => number) {
    this.name = inner.name;
    this.generate = async (request, options) => {
      const begun = nowMs();
      const reply = await inner.generate(request, options);
      const latencyMs = rememberedMs(reply) ?? nowMs() - begun;
      this.exchanges.push({ view: request.view, reply, latencyMs });
      return reply;
    };
  }
}

/** The generation time of a remembered reply. */
function rememberedMs({ provider }: ModelReply): number | undefined {
  const remembered = z.object({ latencyMs: z.number() }).safeParse(provider);
  return remembered.success ? remembered.data.latencyMs : undefined;
}

/** Everything that a model can read in a view: turns, calls, results, declarations. */
export function textOfView({ messages, tools }: View): string {
  const declared = tools.map((tool) => JSON.stringify(tool));
  return [...messages.map(textOfMessage), ...declared].join('\n');
}

export function textOfMessage(message: PlainMessage): string {
  if (message.role !== 'assistant') return textOf(message.parts);
  return [message.text, ...message.calls.map(({ tool, args }) => `${tool} ${args}`)].join('\n');
}
