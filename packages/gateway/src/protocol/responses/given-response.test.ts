import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anAnswer, aRequest, aThought, saying } from '../../../test/responses/answers.ts';
import type { Answer, ClientRequest } from '../protocol.ts';
import { givenResponse } from './by-id.ts';
import { streamWriter } from './answer/stream-writer.ts';

/** The response in the last event of a stream whose beginning went out before its end was known. */
function streamed(request: ClientRequest, answer: Answer, sent: string): unknown {
  const writer = streamWriter(request, { id: answer.id, createdMs: answer.createdMs });
  writer.begin();
  writer.text(sent);
  const events = writer.end(answer).trimEnd().split('\n\n');
  // By line feeds alone: to a regular expression U+2028, which a text may hold, ends a line too.
  const data = events
    .at(-1)
    ?.split('\n')
    .find((line) => line.startsWith('data: '));
  const { response } = JSON.parse(data?.slice('data: '.length) ?? '') as { response: unknown };
  return response;
}

const stored = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const search = { type: 'web_search_call', id: 'ws_1', status: 'completed' };

const cited = {
  items: [
    { kind: 'reasoning', item: aThought },
    { kind: 'reasoning', item: search },
    {
      kind: 'text',
      characters: 10,
      citations: [
        {
          type: 'url_citation',
          url: 'https://a.example',
          title: 'A',
          start_index: 0,
          end_index: 4,
        },
      ],
    },
  ],
};

test.each([
  ['with reasoning, a search and a citation', anAnswer({ text: 'It is so.\n', reasoning: cited })],
  ['that was cut', anAnswer({ text: 'It is', stop: 'truncated' })],
  ['in place of which we say something', anAnswer({ text: 'Waiting.', withheld: true })],
])('an answer %s is given again as it was streamed', (_, answer) => {
  const format = { type: 'json_schema', name: 'a', schema: {} };
  for (const request of [aRequest(), aRequest({ text: { format } })]) {
    const sents = answer.withheld ? ['', 'It is so.'] : ['', answer.text.slice(0, 4), answer.text];
    for (const sent of sents) {
      expect(stored(givenResponse(request, answer, sent))).toEqual(streamed(request, answer, sent));
    }
  }
});

test('an answer with line separators is given again as it was streamed', () => {
  const answer = anAnswer({ text: 'a\u2028b\u2029c\u0085d' });
  expect(stored(givenResponse(aRequest(), answer, 'a'))).toEqual(streamed(aRequest(), answer, 'a'));
});

test('so is any answer, wherever its stream was cut in two', () => {
  fc.assert(
    fc.property(saying, fc.nat(40), (said, at) => {
      const answer = anAnswer(said);
      const sent = answer.text.slice(0, at);
      const request = aRequest();
      expect(stored(givenResponse(request, answer, sent))).toEqual(streamed(request, answer, sent));
    }),
  );
});
