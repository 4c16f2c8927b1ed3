import { expect, test } from 'vitest';
import { readConversation } from './conversation.ts';
import { play, type PlayedAnswer } from './play.ts';

const policy = (onViolation: string): string => `
version: 1
lattice:
  integrity: { chain: [trusted, untrusted] }
onViolation: ${onViolation}
tools:
  read_mail:
    effect: read
    description: trusted
    result: { format: text, label: untrusted }
    call: { ceiling: top }
answer: { ceiling: top, withLinks: trusted }
`;

const linked = `
- user: What is in my mail?
- call: read_mail
  result: Look at https://collect.example/?n=4
- answer: It says https://collect.example/?n=4
`;

async function answers(onViolation: string, text: string): Promise<readonly PlayedAnswer[]> {
  const { messages } = await play(policy(onViolation), readConversation(text), 'lineage');
  return messages.flatMap((message) =>
    message.kind === 'step' && message.answer !== undefined ? [message.answer] : [],
  );
}

test('an answer with links is shown as decided', async () => {
  const above = { reason: 'integrity above the ceiling', rule: 'answer with links' };
  expect(await answers('ask', linked)).toEqual([{ word: 'ask', ...above }]);
  expect(await answers('block', linked)).toEqual([{ word: 'deny', ...above }]);
  expect(await answers('ask', '- user: Hello\n- answer: Good morning')).toMatchObject([
    { word: 'allow', rule: 'answer' },
  ]);
});

test('it says where a turn was cut short', async () => {
  const calls = (count: number): string =>
    Array.from({ length: count }, () => '- call: read_mail\n').join('');
  const played = (count: number) =>
    play(policy('ask'), readConversation(`- user: Hello\n${calls(count)}- answer: x`), 'lineage');
  expect((await played(3)).isCutShort).toBe(false);
  expect((await played(60)).isCutShort).toBe(true);
});
