import type { LlamaModel, Token } from 'node-llama-cpp';
import { expect, test } from 'vitest';
import { ReplyReader } from './reply-reader.ts';

/** Tokens are places in a list of texts. */
function read(texts: readonly string[], stop?: string) {
  const model = {
    detokenize: (tokens: readonly Token[]) => tokens.map((token) => texts[token]).join(''),
  } as unknown as LlamaModel;
  const shown: string[] = [];
  const reader = new ReplyReader({ model, tools: [], onText: (text) => shown.push(text), stop });
  for (const [at] of texts.entries()) {
    reader.add(at as Token);
    if (reader.isEnded) break;
  }
  return { reply: reader.toReply('complete').text, ended: reader.isEnded, shown: shown.join('') };
}

test.each<[string, readonly string[], string, boolean]>([
  ['in one token', ['Hi.', '##', ' User'], 'Hi.', true],
  ['over several', ['Hi', '.#', '# User'], 'Hi.', true],
  ['never', ['Hi.', '#', ' 1'], 'Hi.# 1', false],
  ['begun at the end', ['Hi.', '#'], 'Hi.#', false],
])('a reply ends where its stop comes: %s', (...row) => {
  const [, texts, reply, ended] = row;
  expect(read(texts, '##')).toEqual({ reply, ended, shown: reply });
});

test('without a stop all is the reply', () => {
  expect(read(['a', '## b'])).toEqual({ reply: 'a## b', ended: false, shown: 'a## b' });
});
