import type { Answer, ClientRequest } from '../protocol.ts';
import { restOf } from '../shared/rest.ts';
import {
  callItems,
  messageItem,
  reasoningOutput,
  refusalPart,
  textPart,
  type JsonObject,
} from './items.ts';
import { citationsOf } from './reasoning.ts';
import { endedResponse, isRefusal, writeAnswer } from './write.ts';

/**
 * The response as its client had it in the end. `sent`: the text that was streamed before the
 * answer was known; behind it stand the reasoning, and a refusal in a part of its own.
 */
export function givenResponse(request: ClientRequest, answer: Answer, sent: string): JsonObject {
  if (sent === '') return writeAnswer(request, answer);
  const rest = restOf(answer, sent);
  const text = sent + rest;
  const content =
    rest !== '' && isRefusal(request, answer)
      ? [textPart(sent), refusalPart(answer.text)]
      : [textPart(text, citationsOf(answer.reasoning, text))];
  const said = [messageItem({ ...answer, content }), ...callItems(answer, request)];
  return endedResponse(request, answer, [...said, ...reasoningOutput(answer, request)]);
}
