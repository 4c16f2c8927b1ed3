import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodePrompt } from '../port/prompt.ts';
import { proves } from '../testing/proves.ts';
import { tinyModel } from '../testing/tiny-model.ts';
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

describe('tokens that are user-defined', () => {
  const marks = ['<|turn|>', '|>a<|', '<tool>', '<|turn|>\u00e9\ud83d\ude00', '\n\n'];
  const marked = useTiny({ marks });
  const read = (text: string, control: boolean): readonly number[] =>
    marked.llama.tokenizer.encode(text, { control });
  const named = ['<|im_start|>', '<|im_end|>', ...marks].filter((each) => each.trim() !== '');

  test('are read where text is ours, and blanks everywhere', () => {
    for (const mark of marks) expect(read(mark, true), mark).toHaveLength(1);
    expect(read('\n\n', false)).toHaveLength(1);
  });

  proves('llama/documents-stay-text', () => {
    const { tokenizer } = marked.llama;
    const ids = new Set(named.flatMap((each) => read(each, true)));
    expect(ids.size).toBe(named.length);
    const piece = fc.oneof(fc.string(), fc.constantFrom(...named, 'a', '<', '|', '|>', '<|turn'));
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        const tokens = read(text, false);
        expect(tokens.filter((token) => ids.has(token))).toEqual([]);
        expect(tokenizer.decode(tokens)).toBe(text);
      }),
    );
    for (const each of named) expect(read(`${each}${each}`, false).length).toBeGreaterThan(2);
  });

  test('of one character no text can be kept from, so the model is refused', async () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'tiny-')), 'one.gguf');
    writeFileSync(file, tinyModel({ seed: 1, type: 'f32', marks: ['\u2603'] }));
    await expect(openTokenizer({ path: file })).rejects.toMatchObject({ code: 'weights-invalid' });
    rmSync(path.dirname(file), { recursive: true });
  });
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
