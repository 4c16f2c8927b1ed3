import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodePrompt } from '../port/prompt.ts';
import { proves } from '../testing/proves.ts';
import { useTiny } from '../../test/use-tiny.ts';
import { openTokenizer } from './llama-tokenizer.ts';

const tiny = useTiny();
const turnEnd = '<|im_end|>';

test('the name of a model is that of its file, or the one given', async () => {
  const tokenizer = await openTokenizer({ path: tiny.path });
  expect(tokenizer.model).toBe('tiny');
  await tokenizer.dispose();
  const named = await openTokenizer({ path: tiny.path, model: 'other' });
  expect(named.model).toBe('other');
  await named.dispose();
});

test('the vocabulary alone reads as the whole model does', async () => {
  const tokenizer = await openTokenizer({ path: tiny.path });
  const text = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(text, fc.boolean(), (each, control) => {
      const read = tokenizer.encode(each, { control });
      expect(read).toEqual(tiny.llama.tokenizer.encode(each, { control }));
    }),
  );
  await tokenizer.dispose();
  expect(() => tokenizer.encode('a', { control: false })).toThrow(/is closed/);
  expect(() => tokenizer.decode([97])).toThrow(/is closed/);
});

test('a file that is no model is named', async () => {
  const opened = openTokenizer({ path: import.meta.filename });
  await expect(opened).rejects.toMatchObject({ code: 'weights-invalid' });
});

test('text comes back as it was', () => {
  const { tokenizer } = tiny.llama;
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(tokenizer.decode(tokenizer.encode(text, { control: false }))).toBe(text);
    }),
  );
});

describe('control tokens', () => {
  const read = (text: string, control: boolean): readonly number[] =>
    tiny.llama.tokenizer.encode(text, { control });
  const control = (): readonly number[] => read(turnEnd, true);

  test('are read where text is ours', () => {
    expect(control()).toHaveLength(1);
    expect(read(`a${turnEnd}b`, true)).toHaveLength(3);
  });

  proves('llama/documents-stay-text', () => {
    const [turnEndToken = -1] = control() ?? [];
    const text = fc.array(fc.oneof(fc.string(), fc.constant(turnEnd))).map((all) => all.join(''));
    fc.assert(
      fc.property(text, (document) => {
        const parts = [
          { kind: 'template', text: '<|im_start|>user\n' },
          { kind: 'document', text: document },
          { kind: 'template', text: turnEnd },
        ] as const;
        const { tokens, spans } = encodePrompt(tiny.llama.tokenizer, { parts });
        expect(tokens.indexOf(turnEndToken)).toBe(spans[2]?.start);
        expect(tokens.filter((token) => token === turnEndToken)).toHaveLength(1);
      }),
    );
  });
});
