import type { Usage } from '@sluice/core';
import type { Answer, ClientRequest } from '../protocol.ts';
import { secondsOf } from '../shared/openai.ts';
import { reasoningFields } from './reasoning.ts';
import { writeCall } from './render.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** A whole response. */
export function writeAnswer(request: ClientRequest, answer: Answer): JsonObject {
  return {
    id: answer.id,
    object: 'chat.completion',
    created: secondsOf(answer.createdMs),
    model: answer.model,
    choices: [
      {
        index: 0,
        message: messageOf(request, answer),
        logprobs: null,
        finish_reason: finishReason(answer),
      },
    ],
    usage: wireUsage(answer.usage),
  };
}

function messageOf(request: ClientRequest, answer: Answer): JsonObject {
  const { text, calls } = answer;
  const refusal = isRefusal(request, answer);
  return {
    role: 'assistant',
    content: refusal || (text === '' && calls.length > 0) ? null : text,
    refusal: refusal ? text : null,
    ...(calls.length > 0 && { tool_calls: calls.map((call) => writeCall(call, request)) }),
    ...reasoningFields(answer.reasoning),
  };
}

/** Where the client parses the content as JSON, a text of ours stands in the field for refusals. */
export function isRefusal(request: ClientRequest, { withheld, text }: Answer): boolean {
  return withheld && request.structured && text !== '';
}

/** The calls of an answer are whole ones, so that they stand for an end, whatever came after. */
export function finishReason({ calls, stop, facts }: Answer): string {
  if (calls.length > 0) return 'tool_calls';
  if (stop === 'complete') return 'stop';
  return facts?.stop === 'content_filter' ? 'content_filter' : 'length';
}

export function wireUsage({ inputTokens, outputTokens, cachedInputTokens }: Usage): JsonObject {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: cachedInputTokens },
  };
}
