import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tinyModel } from '../testing/tiny-model.ts';
import { learnedChat } from './learned-chat.ts';

function fileWith(contents: string | Uint8Array, name = 'tokenizer_config.json'): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'learned-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, name);
  writeFileSync(file, contents);
  return file;
}

const added = { '1': { content: '<s>' }, '2': { content: '</s>', special: true } };
const source = `{{ bos_token }}{% for m in messages %}[{{ m.role }}]{{ m.content }}{{ eos_token }}{% endfor %}`;
const view = {
  messages: [{ role: 'user', parts: [{ kind: 'text', text: 'Hi' }] } as const],
  tools: [],
};

function textIn(file: string): string {
  const { template } = learnedChat(file, 'm');
  return template
    .prompt(view)
    .parts.map(({ text }) => text)
    .join('');
}

test('a tokenizer file of Hugging Face tells the turns and the control tokens', () => {
  const config = {
    chat_template: source,
    eos_token: { content: '</s>' },
    added_tokens_decoder: added,
  };
  const file = fileWith(JSON.stringify({ ...config, bos_token: '<s>' }));
  // The server puts the first token there.
  expect(textIn(file)).toBe('[user]Hi</s>');
  expect(learnedChat(file, 'm').controlTexts).toEqual(['<s>', '</s>']);
});

test('one of a base model has the plain form', () => {
  const file = fileWith(JSON.stringify({ added_tokens_decoder: added }));
  expect(textIn(file)).toBe('### User:\nHi\n\n### Assistant:\n');
});

test('a GGUF file tells the same', () => {
  const file = fileWith(tinyModel({ seed: 1, type: 'f32', marks: ['<mark>'] }), 'tiny.gguf');
  expect(textIn(file)).toContain('<|im_start|>user\nHi<|im_end|>');
  expect(learnedChat(file, 'm').controlTexts).toEqual(
    expect.arrayContaining(['<|im_start|>', '<|im_end|>', '<mark>']),
  );
});

test.each<[string, string, string]>([
  ['no control tokens', JSON.stringify({ chat_template: source }), 'weights-invalid'],
  ['none at all', JSON.stringify({ added_tokens_decoder: {} }), 'weights-invalid'],
  ['no JSON', 'x', 'file-unreadable'],
])('a file is refused that tells %s', (_, contents, code) => {
  expect(() => learnedChat(fileWith(contents), 'm')).toThrow(expect.objectContaining({ code }));
});
