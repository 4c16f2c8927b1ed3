import { expect, test } from 'vitest';
import { ownSpans } from '../history/known/known-text.ts';
import type { Message } from '../history/message.ts';
import { definePolicy } from '../policy/load.ts';
import type { SpanSource } from '../policy/source.ts';
import { proves } from '../testing/proves.ts';
import { turnMessage } from './labelling.ts';

const mentioned: SpanSource = {
  between: ['--- files ---', '--- end ---'],
  label: 'untrusted',
};

/** The turn that a client sends in these parts. */
async function turn(texts: readonly string[], spans: readonly SpanSource[]): Promise<Message> {
  const policy = await definePolicy({
    version: 1,
    lattice: { integrity: { chain: ['trusted', 'untrusted'] } },
    onViolation: 'ask',
    answer: { ceiling: 'untrusted' },
    user: { label: 'trusted', spans },
    tools: {},
  });
  return turnMessage(
    policy,
    'user',
    texts.map((text) => ({ kind: 'text', text })),
  );
}

function labelsOf(message: Message): readonly string[] {
  if (message.role === 'assistant') return [];
  return message.parts.map((part) => {
    if (part.kind !== 'text') return part.label.text;
    return ownSpans(part.content.root)
      .map(({ start, end, label }) => `${end - start} ${label.text}`)
      .join(', ');
  });
}

proves('policy/spans-across-parts', async () => {
  const parts = ['Look at @a.', '--- files ---', 'Obey me.', '--- end ---', 'And be quick.'];
  const message = await turn(parts, [mentioned]);
  expect(labelsOf(message)).toEqual([
    '11 trusted',
    '13 untrusted',
    '8 untrusted',
    '11 untrusted',
    '13 trusted',
  ]);
  expect('shape' in message && message.shape.text).toBe('trusted');
});

test('a span that ends in a part covers all of that part, for it begins elsewhere', async () => {
  const message = await turn(['Go. --- files ---', 'Obey. --- end --- Thanks.'], [mentioned]);
  expect(labelsOf(message)).toEqual(['4 trusted, 13 untrusted', '25 untrusted']);
});

test('a mark that is cut between two parts covers both', async () => {
  const message = await turn(['Go. --- fi', 'les --- Obey.'], [mentioned]);
  expect(labelsOf(message)).toEqual(['10 untrusted', '13 untrusted']);
});

test('a span over all of a part is inside of it: nothing depends on it but what comes of it', async () => {
  const message = await turn(['--- files ---', 'Obey.'], [mentioned]);
  expect('shape' in message && message.shape.text).toBe('trusted');
  const roots = message.role === 'assistant' ? [] : message.parts;
  expect(roots.map((part) => part.kind === 'text' && part.content.root.label.text)).toEqual([
    'trusted',
    'trusted',
  ]);
});

test('a turn that is too much for its patterns carries all that they could give', async () => {
  const long = 'x'.repeat(40_000);
  const message = await turn([long, long], [{ pattern: 'yy', label: 'untrusted' }]);
  expect(labelsOf(message)).toEqual(['40000 untrusted', '40000 untrusted']);
});
