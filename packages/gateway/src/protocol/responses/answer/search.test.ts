import { expect, test } from 'vitest';
import { citationsOf, reasoningItems, withReasoning } from './reasoning.ts';
import { readReply, streamReader } from './reply.ts';

const action = { type: 'search', query: 'q' };
const search = { id: 'ws_1', type: 'web_search_call', status: 'completed', action };
const { id: _, ...kept } = search;
const place = { start_index: 0, end_index: 2 };
const citation = { type: 'url_citation', ...place, url: 'https://a.example' };
const thought = { id: 'rs_1', type: 'reasoning', summary: [] };

function said(...parts: readonly object[]): object {
  const content = parts.map((part) => ({ type: 'output_text', annotations: [], ...part }));
  return { id: 'msg_1', type: 'message', role: 'assistant', status: 'completed', content };
}

function whole(...output: readonly object[]): object {
  return { model: 'm', status: 'completed', error: null, output };
}

test('a search is kept in its place, and the reply says that there was one', () => {
  const cites = { text: 'It', annotations: [citation, { type: 'file_path' }] };
  const sealed = { ...thought, encrypted_content: 'x' };
  const reply = readReply(whole(sealed, search, said({ text: 'So. ' }, cites)));
  expect(reply).toMatchObject({ text: 'So. It', ran: ['web_search'] });
  const shown = reasoningItems(reply.reasoning);
  expect(shown.map(({ type }) => type)).toEqual(['reasoning', 'web_search_call']);
  const moved = { ...citation, start_index: 4, end_index: 6 };
  expect(citationsOf(reply.reasoning, 'So. It')).toEqual([moved]);
  expect(citationsOf(reply.reasoning, 'Another text')).toEqual([]);
  const message = { text: 'So. It', renderText: (text: string) => ({ text }), calls: [] };
  expect(withReasoning(reply.reasoning, message)).toEqual([
    expect.objectContaining({ type: 'reasoning' }),
    kept,
    { text: 'So. It' },
  ]);
});

test('where the reasoning cannot be sent again, nothing is, and the client is shown the search', () => {
  const { reasoning } = readReply(whole(thought, search, said({ text: 'So.' })));
  expect(reasoningItems(reasoning)).toEqual([kept]);
  const message = { text: 'So.', renderText: () => ({}), calls: [] };
  expect(withReasoning(reasoning, message)).toBe(undefined);
});

test.each<[string, readonly object[], readonly string[] | undefined]>([
  ['nothing', [{ type: 'response.in_progress', response: { model: 'm' } }], undefined],
  [
    'a search that has begun',
    [{ type: 'response.output_item.added', output_index: 0, item: search }],
    ['web_search'],
  ],
  [
    'a citation',
    [{ type: 'response.output_text.annotation.added', annotation: citation }],
    ['web_search'],
  ],
  [
    'another annotation',
    [{ type: 'response.output_text.annotation.added', annotation: { type: 'file_path' } }],
    undefined,
  ],
])('a stream that broke off after %s', (__, events, ran) => {
  const reader = streamReader(undefined);
  for (const event of events) reader.event(undefined, JSON.stringify(event));
  expect(reader.reply()).toMatchObject({ stop: 'truncated' });
  expect(reader.reply().ran).toEqual(ran);
});
