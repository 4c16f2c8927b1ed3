import { expect, test } from 'vitest';
import { answerBlocks } from './answer-blocks.ts';

test.each(['*', ' ', ':', '`'])('a long line of %j above a fence names no file', (mark) => {
  // Were its marks looked for from each of them, this would not end.
  const text = `a${mark.repeat(1_000_000)}a\n\`\`\`\nx\n\`\`\`\n`;
  expect(answerBlocks(text).map(({ kind }) => kind)).toEqual(['text', 'code']);
});
