import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wordTokenizer } from '../testing/copying-model.ts';
import type { Rendering } from './rendering.ts';
import { windowsOf, type Window, type WindowLimits } from './windows.ts';

const limits: WindowLimits = {
  windowTokensMax: 12,
  headTokensMax: 4,
  valueTokensMax: 3,
  outputTokensMax: 5,
  windowsMax: 50,
};

interface Given {
  readonly head?: string;
  /** Words of each region; regions are named in order. */
  readonly body: readonly string[];
  readonly output?: readonly string[];
}

function rendered({ head = 'h', body, output = ['v'] }: Given): Rendering {
  return {
    head: [{ kind: 'question', text: head }],
    body: body.map((text, at) => ({ kind: 'question', text, region: `r${at}` })),
    tail: [{ kind: 'question', text: 'n' }],
    output: output.map((text) => ({ kind: 'value', text })),
    regions: body.map((_, at) => ({ id: `r${at}`, role: 'text', message: 0 })),
  };
}

const tokenizer = wordTokenizer();

/** The windows as text, regions in brackets. */
function shown(windows: readonly Window[] | undefined): readonly string[] | undefined {
  return windows?.map(({ tokens, spans, outputFrom }) => {
    const words = tokens.map((token) => tokenizer.decode([token]));
    for (const { start, end } of spans) {
      words[start] = `[${words[start]}`;
      words[end - 1] = `${words[end - 1]}]`;
    }
    words[outputFrom] = `=> ${words[outputFrom]}`;
    return words.join('');
  });
}

describe('windows', () => {
  test('each begin with the task and end with the draft', () => {
    const windows = windowsOf(
      rendered({ body: ['a.b', 'c.d', 'e.f.g.h', 'i'] }),
      tokenizer,
      limits,
    );
    expect(shown(windows)).toEqual(['h[a.b][c.d]n=> v', 'h[e.f.g.h][i]n=> v']);
  });

  test('cut a region that fits into none', () => {
    const long = Array.from({ length: 11 }, (_, at) => `w${at}`).join('.');
    const windows = windowsOf(rendered({ body: ['a', long] }), tokenizer, limits) ?? [];
    const read = windows.flatMap(({ tokens, spans }) =>
      spans
        .filter(({ region }) => region === 'r1')
        .map(({ start, end }) => tokenizer.decode(tokens.slice(start, end))),
    );
    expect(read.length).toBeGreaterThan(1);
    expect(read.join('')).toBe(long);
  });

  test('shorten a long task in its middle, and a long value to its beginning', () => {
    const given = { head: 'a.b.c.d', body: ['x'], output: ['1.2.3', '4.5'] };
    const [window] = windowsOf(rendered(given), tokenizer, limits) ?? [];
    expect(shown(window && [window])).toEqual(['a..d[x]n=> 1.24.']);
    expect(window?.outputParts).toEqual([0, 0, 0, 1, 1]);
  });

  test.each<[string, Rendering, Partial<WindowLimits>]>([
    [
      'more windows than are allowed',
      rendered({ body: ['a.b.c.d', 'e.f.g.h'] }),
      { windowsMax: 1 },
    ],
    ['no room beside task and draft', rendered({ body: ['a'] }), { windowTokensMax: 3 }],
    ['nothing drafted', rendered({ body: ['a'], output: [] }), {}],
  ])('are none where there is %s', (_, rendering, own) => {
    expect(windowsOf(rendering, tokenizer, { ...limits, ...own })).toBeUndefined();
  });

  test('hold every token of every region once, and are no longer than allowed', () => {
    const text = fc.array(fc.constantFrom('a', '.', 'b'), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 12 }), (texts) => {
        const body = texts.map((words) => words.join(''));
        const windows = windowsOf(rendered({ body }), tokenizer, limits) ?? [];
        const read = new Map<string, string>();
        for (const { tokens, spans } of windows) {
          expect(tokens.length).toBeLessThanOrEqual(limits.windowTokensMax);
          for (const { region, start, end } of spans) {
            const part = tokenizer.decode(tokens.slice(start, end));
            read.set(region, (read.get(region) ?? '') + part);
          }
        }
        expect([...read]).toEqual(body.map((own, at) => [`r${at}`, own]));
      }),
    );
  });
});
