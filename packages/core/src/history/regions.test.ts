import { expect, test } from 'vitest';
import { fourPoint } from '../../test/paper-spaces.ts';
import type { Label } from '../label/label.ts';
import { Content } from './content.ts';
import { contentOfDocument } from '../../test/document-content.ts';
import { History } from './history.ts';
import { Opaque, type LabelledTool, type Message } from './message.ts';
import { labelOfHistory, ownText, regionsOf } from './regions.ts';
import { regionsBySpans } from './known/spans.ts';
import { parseStructured } from './structured.ts';

const space = fourPoint();
const low = space.bottom;
const secret = space.parse('trusted & private');
const untrusted = space.parse('untrusted & public');

const tools: readonly LabelledTool[] = [
  { tool: { name: 'search', description: 'Finds.', parameters: { type: 'object' } }, label: low },
];

test('every region has an id by its place, a label and its own characters', () => {
  const image = new Opaque('pixels');
  const messages: readonly Message[] = [
    {
      role: 'user',
      shape: low,
      parts: [
        { kind: 'text', content: spans('ab!c', [2, 4]) },
        { kind: 'opaque', mediaType: 'image/png', data: image, label: secret },
      ],
    },
    {
      role: 'assistant',
      label: secret,
      text: Content.whole(space, 'Looking.', secret),
      calls: [{ id: 'x', tool: 'search', declared: true, args: json('{"q": 1}'), label: secret }],
    },
    {
      role: 'tool',
      callId: 'x',
      shape: secret,
      parts: [{ kind: 'text', content: json('[1, [2]]') }],
    },
  ];
  const rows = regionsOf(History.of(tools, messages)).map((entry) =>
    [entry.id, entry.message, entry.path, entry.label.text, ownText(entry)].join(' | '),
  );
  const [l, s, u] = [low.text, secret.text, untrusted.text];
  expect(rows).toEqual([
    `t0 | -1 | $ | ${l} | search Finds. {"type":"object"}`,
    `m0 | 0 | $ | ${l} | `,
    `m0.0 | 0 | $ | ${l} | `,
    `m0.0.0 | 0 | $ | ${l} | ab`,
    `m0.0.1 | 0 | $ | ${u} | !c`,
    `m0.1 | 0 | $ | ${s} | `,
    `m1 | 1 | $ | ${s} | `,
    `m1.0 | 1 | $ | ${s} | Looking.`,
    `m1.c0 | 1 | $ | ${l} | {"q": }`,
    `m1.c0.0 | 1 | $['q'] | ${l} | 1`,
    `m2 | 2 | $ | ${s} | `,
    `m2.0 | 2 | $ | ${l} | [, ]`,
    `m2.0.0 | 2 | $[0] | ${l} | 1`,
    `m2.0.1 | 2 | $[1] | ${l} | []`,
    `m2.0.1.0 | 2 | $[1][0] | ${l} | 2`,
  ]);
});

test('a document may hold more regions than a call can have arguments', () => {
  const many = json(`[${Array(150_000).fill('1').join(',')}]`);
  expect(regionsOf(History.of([], [user(many)]))).toHaveLength(150_002);
});

test.each<[string, History]>([
  ['a tool', History.of([{ ...firstTool(), label: untrusted }])],
  ['a shape', History.of([], [{ role: 'user', shape: untrusted, parts: [] }])],
  ['a stretch of text', History.of([], [user(spans('ab!c', [2, 4]))])],
  ['a part that is not read', History.of([], [{ role: 'user', shape: low, parts: [opaque()] }])],
  ['a generation', History.of([], [assistant({ label: untrusted })])],
  ['the text of an answer', History.of([], [assistant({ text: untrusted })])],
  ['a call', History.of([], [assistant({ call: untrusted })])],
  ['arguments', History.of([], [assistant({ args: untrusted })])],
])('the label of a history holds that of %s', (_, history) => {
  expect(labelOfHistory(space, history)).toBe(untrusted);
  expect(labelOfHistory(space, history.append(user(json('{}', secret))))).toBe(space.top);
});

test('the label of an empty history is bottom', () => {
  expect(labelOfHistory(space, History.of([]))).toBe(low);
});

function firstTool(): LabelledTool {
  const [first] = tools;
  if (first === undefined) throw new Error('no tool');
  return first;
}

function spans(text: string, [start, end]: readonly [number, number]): Content {
  return regionsBySpans(space, text, { rest: low, spans: [{ start, end, label: untrusted }] });
}

function json(text: string, label: Label = low): Content {
  const read = parseStructured(text, 'json');
  if (read.kind === 'unreadable') throw new Error(read.because);
  return contentOfDocument(space, text, { root: read.root, labelOf: () => label });
}

function user(content: Content): Message {
  return { role: 'user', shape: low, parts: [{ kind: 'text', content }] };
}

function opaque(): Extract<Message, { role: 'user' | 'system' }>['parts'][number] {
  return { kind: 'opaque', mediaType: 'image/png', data: new Opaque(1), label: untrusted };
}

interface AssistantLabels {
  readonly label?: Label;
  readonly text?: Label;
  readonly call?: Label;
  readonly args?: Label;
}

function assistant({ label = low, text = low, call = low, args = low }: AssistantLabels): Message {
  return {
    role: 'assistant',
    label,
    text: Content.whole(space, 'x', text),
    calls: [{ id: 'x', tool: 'search', declared: true, args: json('{}', args), label: call }],
  };
}
