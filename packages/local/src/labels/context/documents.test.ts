import { chain, labelSpace, powerset } from '@sluice/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { documentLabels } from '../../testing/losses.ts';
import { proves } from '../../testing/proves.ts';
import { textOf } from '../../testing/word-scorer.ts';
import { byLabel, documentsContext, type DocumentsOptions } from './documents.ts';

const levels = labelSpace({ level: chain(['l0', 'l1', 'l2', 'l3']) });
const chained: DocumentsOptions = {
  space: levels,
  documents: ['l2', 'l0', 'l3', 'l1'].map((text) => ({ label: levels.parse(text), text })),
  order: 'free',
  before: [{ kind: 'template', text: '<' }],
  after: [{ kind: 'question', text: '?>' }],
};

test('at a label the prompt has the documents that flow to it, and nothing else changes', () => {
  const { promptAt, labels, floor } = documentsContext({ ...chained, order: 'given' });
  expect(textOf(promptAt(levels.top))).toBe('<l2l0l3l1?>');
  expect(textOf(promptAt(levels.parse('l2')))).toBe('<l2l0l1?>');
  expect(textOf(promptAt(levels.bottom))).toBe('<l0?>');
  expect(promptAt(levels.bottom).parts.map(({ kind }) => kind)).toEqual([
    'template',
    'document',
    'question',
  ]);
  expect(labels).toHaveLength(4);
  expect(floor).toBe(levels.bottom);
});

test('a document names its region where it has one', () => {
  const documents = [
    { label: levels.bottom, text: 'a', region: 'm1.0' },
    { label: levels.bottom, text: 'b' },
  ];
  const { promptAt } = documentsContext({ ...chained, documents, before: [], after: [] });
  expect(promptAt(levels.top).parts).toEqual([
    { kind: 'document', text: 'a', region: 'm1.0' },
    { kind: 'document', text: 'b' },
  ]);
});

proves('labels/shared-prefixes', () => {
  const { promptAt } = documentsContext(chained);
  const documents = ['l0', 'l1', 'l2', 'l3'].map((text) =>
    promptAt(levels.parse(text)).parts.slice(0, -1),
  );
  for (const [at, parts] of documents.entries()) {
    expect(documents[at + 1]?.slice(0, parts.length) ?? parts).toEqual(parts);
  }
  expect(documents.map(({ length }) => length)).toEqual([2, 3, 4, 5]);
});

test('ordered by label, what is shown does not tell what is hidden', () => {
  const { space, labels } = documentLabels(4);
  const item = fc.record({
    label: fc
      .subarray([...labels])
      .map((some) => some.reduce((a, b) => space.join(a, b), space.bottom)),
    text: fc.string(),
  });
  const shown = fc.array(item, { maxLength: 5 });
  fc.assert(
    fc.property(shown, shown, fc.constantFrom(...labels), (items, others, secret) => {
      const hidden = others.map((each) => ({ ...each, label: space.join(each.label, secret) }));
      const visible = items.filter(({ label }) => !space.flowsTo(secret, label));
      const among = byLabel(space, [...hidden, ...visible]);
      const seen = among.filter(({ label }) => !space.flowsTo(secret, label));
      expect(seen).toEqual(byLabel(space, visible));
    }),
  );
});

test('labels that cannot be compared keep their order', () => {
  const sources = labelSpace({ sources: powerset('sources') });
  const items = ['sources{b}', 'sources{a, b}', 'sources{c}', 'sources{a}'].map((text) => {
    return { label: sources.parse(text) };
  });
  expect(byLabel(sources, items).map(({ label }) => label.text)).toEqual([
    'sources{b}',
    'sources{c}',
    'sources{a}',
    'sources{a, b}',
  ]);
});
