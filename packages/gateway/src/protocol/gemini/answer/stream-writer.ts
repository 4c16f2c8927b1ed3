import type { Answer, ClientRequest, Protocol, StreamWriter } from '../../protocol.ts';
import { noticeBehind } from '../../shared/notice.ts';
import { restOf, sseEvent } from '../../shared/stream.ts';
import { writeFailure } from '../google.ts';
import { textParts, type Part } from '../parts.ts';
import { ownParts } from './stored.ts';
import { callPart, ended, envelopeOf, isRefusal, write } from './write.ts';

/** Writes one response as chunks, each a response of its own; the last one says how it ended. */
export const streamWriter: Protocol['streamWriter'] = (request, { id }): StreamWriter => {
  const envelope = envelopeOf({ id, model: request.model });
  const chunk = (text: string): string => {
    const content = { role: 'model', parts: [{ text }] };
    return sseEvent({ candidates: [{ content, index: 0 }], ...envelope });
  };
  let sent = '';
  return {
    begin: () => '',
    text: (delta) => {
      if (delta === '') return '';
      sent += delta;
      return chunk(delta);
    },
    notice: (text) => chunk(noticeBehind(sent, text)),
    // A comment breaks Gemini CLI's answer; the SDK forgets one with a chunk without a part.
    keepAlive: () => chunk(''),
    end: (answer) => sseEvent(last(request, answer, sent)),
    // No event: the provider's own client takes an error for one only where it stands bare.
    fail: (failure) => `${JSON.stringify(writeFailure(failure))}\n\n`,
  };
};

/** All in its place, unless text went out already: what is sent cannot be put behind. */
function last(
  request: ClientRequest,
  answer: Answer,
  sent: string,
): Readonly<Record<string, unknown>> {
  if (sent === '') return write(request, answer);
  const text = isRefusal(request, answer) ? '' : restOf(answer, sent);
  const parts: readonly Part[] = [
    ...textParts(text),
    ...ownParts(answer.reasoning),
    ...answer.calls.map(callPart),
  ];
  return { ...ended(request, answer, parts), ...envelopeOf(answer) };
}
