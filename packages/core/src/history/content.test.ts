import fc from 'fast-check';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { arbitraryDocument, asJson, contentOf } from '../../test/labelled-trees.ts';
import { SluiceError } from '../errors.ts';
import type { Label } from '../label/label.ts';
import { documentSets, fourPoint } from '../../test/paper-spaces.ts';
import { joinAll } from '../label/lattice.ts';
import { limits } from '../limits.ts';
import { proves } from '../testing/proves.ts';
import { Content, reveal, type Region, type RegionForm } from './content.ts';
import { History } from './history.ts';
import { Opaque, revealOpaque } from './message.ts';

const space = fourPoint();
const low = space.bottom;
const secret = space.parse('trusted & private');
const untrusted = space.parse('untrusted & public');
const labels = fc.constantFrom(low, low, secret, untrusted, space.top);

proves('history/labels-stay', () => {
  const region = regionOf({ start: 1, end: 9, path: "$['hunter2']" });
  const content = Content.of(space, '["hunter2"]', regionOf({ end: 11, parts: [region] }));
  const data = new Opaque({ password: 'hunter2' });
  const history = History.of(
    [],
    [
      {
        role: 'user',
        shape: low,
        parts: [
          { kind: 'text', content },
          { kind: 'opaque', mediaType: 'image/png', data, label: low },
        ],
      },
    ],
  );
  const values: readonly unknown[] = [content, data, history];
  for (const value of values) {
    const printed = [
      String(value),
      JSON.stringify({ value }),
      inspect(value, { depth: 20, showHidden: true, getters: true }),
      Object.entries(Object(value)).join(' '),
    ];
    expect(printed.join('\n')).not.toContain('hunter2');
  }
  expect(reveal(content)).toContain('hunter2');
  expect(revealOpaque(data)).toEqual({ password: 'hunter2' });
  expect(String(content)).toBe(`<content ${content.label.text}>`);
});

proves('history/shape', () => {
  fc.assert(
    fc.property(arbitraryDocument(labels), (tree) => {
      const { root } = contentOf(space, tree, asJson(tree));
      expect(violations(root)).toEqual([]);
    }),
  );
});

test('raising joins every label, keeps ranges, and shares what is raised already', () => {
  fc.assert(
    fc.property(arbitraryDocument(labels), labels, (tree, label) => {
      const content = contentOf(space, tree, asJson(tree));
      const raised = content.raisedTo(space, label);
      expect(reveal(raised)).toBe(reveal(content));
      expect(rows(raised.root)).toEqual(
        rows(content.root).map((row) => ({ ...row, label: space.join(row.label, label) })),
      );
      expect(raised.label).toBe(
        joinAll(
          space,
          rows(raised.root).map((row) => row.label),
        ),
      );
      expect(raised.raisedTo(space, label)).toBe(raised);
    }),
  );
  const part = regionOf({ start: 1, end: 2, label: space.top, form: 'scalar' });
  const content = Content.of(space, '[1]', regionOf({ end: 3, parts: [part] }));
  expect(content.raisedTo(space, secret).root.parts[0]).toBe(content.root.parts[0]);
});

describe('a cover that is none is refused', () => {
  const scalar = (start: number, end: number): Region => regionOf({ start, end, form: 'scalar' });
  test.each<[string, Partial<Region>]>([
    ['a root that begins late', { start: 1 }],
    ['a root that ends early', { end: 4 }],
    ['a root that ends past the text', { end: 6 }],
    ['parts that overlap', { parts: [scalar(0, 2), scalar(1, 3)] }],
    ['parts out of order', { parts: [scalar(3, 4), scalar(0, 2)] }],
    ['a part that runs backwards', { parts: [scalar(3, 2)] }],
    ['a part that ends past its region', { parts: [scalar(3, 6)] }],
    ['a part that begins before its region', { parts: [scalar(-1, 2)] }],
    ['half a character', { parts: [scalar(0.5, 2)] }],
    ['no number', { parts: [scalar(Number.NaN, 2)] }],
    ['text in a container', { parts: [regionOf({ end: 1, form: 'text' })] }],
    ['a part of a scalar', { form: 'scalar', parts: [scalar(0, 1)] }],
    ['a scalar in text', { form: 'text', parts: [scalar(0, 1)] }],
    ['a label of another space', { label: documentSets().bottom }],
    ['a part’s label of another space', { parts: [{ ...scalar(0, 1), label: fourPoint().top }] }],
  ])('%s', (_, wrong) => {
    expect(codeOf(() => Content.of(space, '[1,2]', regionOf(wrong)))).toBe('history-invalid');
  });

  test('regions nested past the limit', () => {
    const depth = limits.structuredDepthMax;
    expect(Content.of(space, '[1,2]', nested(depth)).label).toBe(low);
    for (const tooDeep of [depth + 1, 100_000]) {
      expect(codeOf(() => Content.of(space, '[1,2]', nested(tooDeep)))).toBe('history-invalid');
    }
  });

  test('raising to a label of another space', () => {
    const content = Content.whole(space, 'x', low);
    expect(codeOf(() => content.raisedTo(space, fourPoint().top))).toBe('history-invalid');
  });
});

test('what the caller does to a region afterwards changes nothing', () => {
  const parts = [regionOf({ start: 1, end: 2, label: secret, form: 'scalar' })];
  const root = { ...regionOf({ end: 3 }), parts };
  const content = Content.of(space, '[1]', root);
  parts.pop();
  root.label = space.top;
  expect(content.root.parts.map(({ label }) => label)).toEqual([secret]);
  expect(content.root.label).toBe(low);
  expect([content, content.root, content.root.parts].every(Object.isFrozen)).toBe(true);
});

function regionOf(given: Partial<Region>): Region {
  const form: RegionForm = 'container';
  return { start: 0, end: 5, label: low, form, path: '$', parts: [], ...given };
}

function nested(depth: number): Region {
  let region = regionOf({});
  for (let at = 0; at < depth; at += 1) region = regionOf({ parts: [region] });
  return region;
}

function violations({ label, parts }: Region): readonly Region[] {
  return parts.flatMap((part) => [
    ...(space.flowsTo(label, part.label) ? [] : [part]),
    ...violations(part),
  ]);
}

function rows(region: Region): readonly { path: string; start: number; label: Label }[] {
  const { path, start, label, parts } = region;
  return [{ path, start, label }, ...parts.flatMap(rows)];
}

function codeOf(make: () => unknown): string {
  try {
    make();
  } catch (error) {
    if (error instanceof SluiceError) return error.code;
    throw error;
  }
  return 'none';
}

test('two contents are alike where text and label are', () => {
  const content = Content.whole(space, 'the rent is due', low);
  expect(content.isLike(Content.whole(space, 'the rent is due', low))).toBe(true);
  expect(content.isLike(Content.whole(space, 'the rent is due', secret))).toBe(false);
  expect(content.isLike(Content.whole(space, 'the rent is paid', low))).toBe(false);
});
