import type { Usage } from '@sluice/core';
import type { Answer, ClientRequest } from '../../protocol.ts';
import { secondsOf } from '../../shared/openai.ts';
import { responseId } from '../ids.ts';
import { outputItems, refusalPart, textPart, type JsonObject } from './items.ts';
import { citationsOf } from './reasoning.ts';
import { renderTools } from '../request/tools.ts';

/** A whole response. */
export function writeAnswer(request: ClientRequest, answer: Answer): JsonObject {
  const { text } = answer;
  const cited = citationsOf(answer.reasoning, text);
  const part = isRefusal(request, answer) ? refusalPart(text) : textPart(text, cited);
  const said = { ...answer, content: text === '' && answer.calls.length > 0 ? [] : [part] };
  return endedResponse(request, answer, outputItems(said, request));
}

/** Where the client parses the text as JSON, a text of ours is a refusal. */
export function isRefusal(request: ClientRequest, { withheld }: Answer): boolean {
  return withheld && request.structured;
}

/** A response at its end. The calls of an answer are whole ones, so that they stand for an end. */
export function endedResponse(
  request: ClientRequest,
  answer: Answer,
  output: readonly JsonObject[],
): JsonObject & { readonly status: 'completed' | 'incomplete' } {
  const isCut = answer.stop === 'truncated' && answer.calls.length === 0;
  const filtered = answer.facts?.stop === 'content_filter';
  const reason = filtered ? 'content_filter' : 'max_output_tokens';
  return {
    ...envelope(request, answer),
    status: isCut ? 'incomplete' : 'completed',
    incomplete_details: isCut ? { reason } : null,
    model: answer.model,
    output,
    usage: wireUsage(answer.usage),
  };
}

/** A response that has begun. Of the request, what the client configured is said again. */
export function envelope(
  request: ClientRequest,
  { id, createdMs }: Pick<Answer, 'id' | 'createdMs'>,
): JsonObject {
  const { tools: _, include: __, ...echoed } = request.params;
  return {
    metadata: {},
    parallel_tool_calls: true,
    temperature: null,
    tool_choice: 'auto',
    top_p: null,
    reasoning: null,
    text: { format: { type: 'text' } },
    truncation: 'disabled',
    store: true,
    ...echoed,
    id: responseId(id),
    object: 'response',
    created_at: secondsOf(createdMs),
    status: 'in_progress',
    background: false,
    error: null,
    incomplete_details: null,
    instructions: null,
    model: request.model,
    output: [],
    previous_response_id: request.previous === undefined ? null : responseId(request.previous),
    tools: [...renderTools(request.tools, request), ...(request.hosted?.values() ?? [])],
    usage: null,
  };
}

/** Tokens of reasoning are among the output, and of cache writes among the input: not apart. */
function wireUsage({ inputTokens, outputTokens, cachedInputTokens }: Usage): JsonObject {
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: cachedInputTokens, cache_write_tokens: 0 },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: inputTokens + outputTokens,
  };
}
