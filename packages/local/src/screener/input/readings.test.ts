import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wordTokenizer } from '../testing/copying-model.ts';
import type { OutputPart } from './output-parts.ts';
import { stretchesOf } from './output-tokens.ts';
import { readingsOf } from './readings.ts';
import type { Rendering } from './rendering.ts';
import { windowsOf, type WindowLimits } from './windows.ts';

const limits: WindowLimits = {
  windowTokensMax: 60,
  headTokensMax: 8,
  valueTokensMax: 5,
  outputTokensMax: 20,
  windowsMax: 2,
};

const tokenizer = wordTokenizer();

function rendered(output: readonly OutputPart[], body = ['a']): Rendering {
  return {
    head: [{ kind: 'question', text: 'h' }],
    body: body.map((text, at) => ({ kind: 'question', text, region: `r${at}` })),
    tail: [{ kind: 'question', text: 'n' }],
    output,
    regions: body.map((_, at) => ({ id: `r${at}`, role: 'text', message: 0 })),
  };
}

/** A value of so many tokens, each its own number. */
function valueOf(tokens: number): OutputPart {
  const words = Array.from({ length: tokens }, (_, at) => (at % 2 === 0 ? `w${at}` : ' '));
  return { kind: 'value', text: words.join('') };
}

/** Each stretch as text, with a bar where a part ends. */
function shown(output: readonly OutputPart[]): readonly string[] {
  return stretchesOf(output, tokenizer, limits).map(({ tokens }) =>
    tokens
      .map(({ token, part }, at) => {
        const isEnd = at + 1 < tokens.length && tokens[at + 1]?.part !== part;
        return tokenizer.decode([token]) + (isEnd ? '|' : '');
      })
      .join(''),
  );
}

const call: readonly OutputPart[] = [
  { kind: 'tool', text: 't' },
  { kind: 'syntax', text: 'x=' },
];

describe('a draft', () => {
  test('that is short is read once, as in training', () => {
    const rendering = rendered([...call, valueOf(5), valueOf(5)]);
    const all = readingsOf(rendering, tokenizer, { limits, windowsMax: 9 });
    expect(all?.readings.map(({ windows }) => windows)).toEqual([
      windowsOf(rendering, tokenizer, limits),
    ]);
    expect(all?.readings[0]?.output).toBe(rendering.output);
    expect(all?.windows).toBe(1);
  });

  test('with a long value is read as in training, and then all of it', () => {
    expect(shown([...call, valueOf(12)])).toEqual(['t|x=|w0 w2 w4', 't|x=|w0 w2 w4| w6 w8 |w10 ']);
  });

  test('with many values goes on where it stopped, with some of what it said before', () => {
    expect(shown([...call, ...Array.from({ length: 6 }, () => valueOf(5))])).toEqual([
      't|x=|w0 w2 w4|w0 w2 w4|w0 w2 w4|w0 ',
      't|x|w0 w2 w4|w0 w2 w4|w0 w2 w4',
    ]);
  });

  test('is read to its last token, in stretches that are no longer than trained on', () => {
    const sizes = fc.array(fc.nat(40), { minLength: 1, maxLength: 9 });
    const kind = fc.constantFrom('syntax', 'value', 'tool');
    fc.assert(
      fc.property(sizes, fc.array(kind, { minLength: 9 }), (counts, kinds) => {
        let words = 0;
        const parts = counts.map((count, at): OutputPart => {
          const text = Array.from({ length: count }, () => `w${(words += 1)}`).join('.');
          return { kind: kinds[at] ?? 'value', text };
        });
        const read = new Set<number>();
        for (const { tokens, parts: own } of stretchesOf(parts, tokenizer, limits)) {
          expect(tokens.length).toBeLessThanOrEqual(limits.outputTokensMax);
          for (const [part, of] of Map.groupBy(tokens, (token) => token.part)) {
            expect(of.length).toBeLessThanOrEqual(limits.valueTokensMax);
            expect(own[part]).toBeDefined();
            for (const { token } of of) read.add(token);
          }
        }
        const all = parts.flatMap(({ text }) => tokenizer.encode(text, { control: false }));
        expect(read).toEqual(new Set(all));
      }),
    );
  });
});

describe('readings', () => {
  test.each([
    ['of more windows than are left', [valueOf(200)], ['a'], 3],
    ['of a history that is too long', [valueOf(2)], ['a.'.repeat(100)], 9],
    ['of nothing drafted', [], ['a'], 9],
  ])('%s are none', (...[, output, body, windowsMax]) => {
    expect(readingsOf(rendered(output, body), tokenizer, { limits, windowsMax })).toBeUndefined();
  });

  test('name what they do not have: what is left out of the head, what has no token', () => {
    const rendering: Rendering = {
      ...rendered([valueOf(2)], ['a', 'b']),
      head: [
        { kind: 'question', text: 'h.', region: 'whole' },
        { kind: 'question', text: 'i', region: 'first' },
        { kind: 'question', text: '.'.repeat(20), region: 'cut' },
        { kind: 'question', text: 'j', region: 'last' },
      ],
    };
    const deaf = {
      ...tokenizer,
      encode: (text: string) => (text === 'b' ? [] : tokenizer.encode(text, { control: false })),
    };
    const found = readingsOf(rendering, deaf, { limits, windowsMax: 9 });
    expect([...(found?.unseen ?? [])]).toEqual(['cut', 'r1']);
  });
});
