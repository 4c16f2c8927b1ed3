import { expect, test } from 'vitest';
import { readReply } from './reply.ts';
import { citationsIn, clientContent, joinedReasoning, withReasoning } from './reasoning.ts';
import { streamReader } from './stream-reader.ts';

const search = { type: 'server_tool_use', id: 'a', name: 'web_search', input: { query: 'q' } };
const found = { type: 'web_search_tool_result', tool_use_id: 'a', content: [{ url: 'u' }] };
const citation = { type: 'web_search_result_location', url: 'u', encrypted_index: 'I' };
const plain = (text: string): object => ({ type: 'text', text });
const cited = (text: string): object => ({ type: 'text', text, citations: [citation] });

function whole(content: readonly object[]): object {
  return { type: 'message', model: 'm', content, stop_reason: 'end_turn' };
}

function streamed(content: readonly object[]): ReturnType<typeof readReply> {
  const reader = streamReader(undefined);
  const send = (event: object): void => reader.event(undefined, JSON.stringify(event));
  for (const [index, block] of content.entries()) {
    const { citations, text, ...rest } = { citations: [], text: undefined, ...block };
    const isText = text !== undefined;
    send({
      type: 'content_block_start',
      index,
      content_block: isText
        ? { ...rest, text: '' }
        : { ...rest, ...('input' in rest && { input: {} }) },
    });
    const deltas = [
      ...citations.map((each) => ({ type: 'citations_delta', citation: each })),
      ...(isText ? [{ type: 'text_delta', text }] : []),
      ...('input' in rest
        ? [{ type: 'input_json_delta', partial_json: JSON.stringify(rest.input) }]
        : []),
    ];
    for (const delta of deltas) send({ type: 'content_block_delta', index, delta });
    send({ type: 'content_block_stop', index });
  }
  send({ type: 'message_delta', delta: { stop_reason: 'end_turn' } });
  send({ type: 'message_stop' });
  return reader.reply();
}

test.each<[string, readonly object[], unknown]>([
  ['a search and what it found', [search, found, plain('So.')], [search, found]],
  [
    'text around it, of which some cites',
    [plain('I look. '), search, found, plain('A '), plain('lake '), cited('is water.'), plain('.')],
    [
      { type: 'text', characters: 8 },
      search,
      found,
      { type: 'text', characters: 7 },
      { type: 'text', characters: 9, citations: [citation] },
      { type: 'text', characters: 1 },
    ],
  ],
  ['a citation alone', [cited('Water.')], [{ type: 'text', characters: 6, citations: [citation] }]],
])('%s: kept in its place, and the reply says that there was one', (_, content, kept) => {
  for (const reply of [readReply(whole(content)), streamed(content)]) {
    expect(reply).toMatchObject({ reasoning: kept, ran: ['web_search'], stop: 'complete' });
    const said = { text: reply.text, calls: [] };
    const back = withReasoning(reply.reasoning, said) ?? [];
    expect(readReply(whole(back))).toMatchObject({ text: reply.text, reasoning: kept });
  }
});

test('a reply without a search says nothing of one', () => {
  const content = [plain('A '), plain('lake.')];
  for (const reply of [readReply(whole(content)), streamed(content)]) {
    expect(reply).toMatchObject({ text: 'A lake.' });
    expect([reply.ran, reply.reasoning]).toEqual([undefined, undefined]);
  }
});

test('a client reads blocks in their place only where the text is theirs', () => {
  const stored = [{ type: 'text', characters: 3 }, search, found];
  const toText = (text: string) => ({ type: 'text', text, citations: null });
  const types = (text: string): readonly string[] =>
    clientContent(stored, { text, calls: [] }, toText).map(({ type }) => type);
  expect(types('So. It is.')).toEqual(['text', search.type, found.type, 'text']);
  expect(types('So')).toEqual([search.type, found.type, 'text']);
});

test('citations go with a text that is long enough for them', () => {
  const stored = [{ type: 'text', characters: 3, citations: [citation] }];
  expect(citationsIn(stored, 'So.')).toEqual([citation]);
  expect(citationsIn(stored, 'So')).toEqual([]);
  expect(citationsIn('nothing of ours', 'So')).toEqual([]);
});

test('what goes on after a pause stands behind all that was said before', () => {
  const first = {
    text: 'I look. More. ',
    reasoning: [{ type: 'text', characters: 8 }, search, found],
  };
  expect(joinedReasoning(first, { reasoning: [search, found] })).toEqual([
    { type: 'text', characters: 8 },
    search,
    found,
    { type: 'text', characters: 6 },
    search,
    found,
  ]);
  expect(joinedReasoning({ text: '' }, {})).toEqual([]);
});
