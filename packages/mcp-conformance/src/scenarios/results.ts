import { includes, type Scenario, type Stage } from '../scenario.ts';
import { complete } from '../server/defaults.ts';
import { eras } from '../wire/era.ts';
import { at, type Fields } from '../wire/message.ts';

const tools = 'specification/2026-07-28/server/tools';
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk';

/** A result that must reach the client as the server sent it. */
interface Kept {
  readonly name: string;
  readonly why: string;
  readonly source?: string;
  readonly result: Fields;
}

const kept: readonly Kept[] = [
  {
    name: 'unknown-field',
    why: 'A proxy that drops fields it does not know breaks each extension at the server.',
    source: 'specification/2026-07-28/basic',
    result: { content: [text('a')], 'com.example-extra': { deep: [1, { two: 2 }] } },
  },
  {
    name: 'unknown-item-field',
    why: 'New fields of content items would be lost until the proxy is updated.',
    result: { content: [{ ...text('a'), extra: { unit: 'C' } }] },
  },
  {
    name: 'empty',
    why: 'An empty result is an answer; a proxy that fills or refuses it changes what a tool said.',
    result: { content: [] },
  },
  {
    name: 'text',
    why: 'Text with annotations is the usual result, and audience and priority steer its display.',
    result: { content: [{ ...text('hello'), annotations: { audience: ['user'], priority: 0.9 } }] },
  },
  {
    name: 'image',
    why: 'An image that loses its type or a byte cannot be shown.',
    result: { content: [{ type: 'image', data: png, mimeType: 'image/png' }] },
  },
  {
    name: 'audio',
    why: 'Audio was added later than images, so proxies forget it.',
    result: { content: [{ type: 'audio', data: 'UklGRg==', mimeType: 'audio/wav' }] },
  },
  {
    name: 'resource-link',
    why: 'A link whose address was normalised points somewhere else.',
    result: {
      content: [
        { type: 'resource_link', uri: 'custom://a/../b?x=%2F', name: 'b', size: 7, title: 'B' },
      ],
    },
  },
  {
    name: 'embedded-resource',
    why: 'Embedded text and blobs carry files; both forms must arrive.',
    result: {
      content: [
        { type: 'resource', resource: { uri: 'file:///a.txt', mimeType: 'text/plain', text: '' } },
        { type: 'resource', resource: { uri: 'file:///b', blob: 'AAECAw==' } },
      ],
    },
  },
  {
    name: 'unknown-content-type',
    why: 'A content type that the proxy does not know is for the client to judge.',
    result: { content: [{ type: 'com.example/model', vertices: [0, 0.5, 1] }] },
  },
  {
    name: 'structured',
    why: 'Structured content is what programs read; the text beside it is for people.',
    result: {
      content: [text('{}')],
      structuredContent: { rows: [{ id: 1, tags: [] }], next: 'b' },
    },
  },
  {
    name: 'error-flag',
    why: 'A tool error is a result that the model reads, not a failed call.',
    result: { content: [text('no such city')], isError: true },
  },
  {
    name: 'order',
    why: 'The order of content items carries meaning: a caption follows its picture.',
    result: { content: ['c', 'a', 'b', 'a'].map(text) },
  },
  {
    name: 'meta',
    why: 'Labels, costs and trace data of servers travel in the `_meta` of results.',
    source: 'specification/2026-07-28/basic#meta',
    result: { content: [text('a')], _meta: { 'com.example/label': { level: 2 } } },
  },
  {
    name: 'item-meta',
    why: 'Metadata of one item says which part of a result it is about.',
    source: 'specification/2026-07-28/basic#meta',
    result: { content: [{ ...text('a'), _meta: { 'com.example/origin': 'mail' } }] },
  },
  {
    name: 'null-and-false',
    why: 'A null, an empty text and false are values; serialisers that leave them out change data.',
    result: { content: [text('')], structuredContent: { a: null, b: '', c: false, d: 0, e: {} } },
  },
  {
    name: 'unicode',
    why: 'Text that is normalised, cut or re-encoded no longer matches what the server signed.',
    result: {
      content: [text('e\u0301 \u00e9 \u{1F468}\u200D\u{1F467} \u2028 \uFEFF \u0000 \u202E')],
    },
  },
  {
    name: 'fractions',
    why: 'Figures must not be rounded on the way.',
    result: {
      content: [],
      structuredContent: { a: 0.1, b: 1e-7, c: 9_007_199_254_740_991, d: -1.5 },
    },
  },
];

function text(value: string): Fields {
  return { type: 'text', text: value };
}

export const results: readonly Scenario[] = kept.map(({ name, why, source = tools, result }) => ({
  name: `results/${name}`,
  why,
  source,
  eras,
  run: (stage) => arrives(stage, result),
}));

async function arrives(stage: Stage, result: Fields): Promise<void> {
  stage.server.on('tools/call', (call) => call.answer(complete(call, result)));
  const client = await stage.connect();
  const answer = await client.request('tools/call', { name: 'echo', arguments: {} }).answer;
  includes(at(answer.fields, 'result'), result, 'result');
}
