import { expect, test } from 'vitest';
import { agentQuestions } from './agent-questions.ts';

const questions = agentQuestions();

test('forty conversations, twenty of them improvable, by three tools', () => {
  expect(questions).toHaveLength(40);
  expect(new Set(questions.map(({ id }) => id)).size).toBe(40);
  expect(questions.filter(({ improvable }) => improvable)).toHaveLength(20);
  const tools = Map.groupBy(questions, ({ call }) => call?.tool ?? 'none');
  expect([...tools.keys()].toSorted()).toEqual(['calendar_search', 'mail_search', 'web_search']);
  for (const some of tools.values()) {
    expect(some.some(({ improvable }) => improvable)).toBe(true);
    expect(some.some(({ improvable }) => !improvable)).toBe(true);
  }
});

test.each(questions.map((question) => [question.id, question] as const))('%s', (_, question) => {
  const { documents, answerSets, improvable, target } = question;
  expect(documents.map(({ integrity }) => integrity)).toEqual(['trusted', 'untrusted']);
  expect(answerSets.length).toBeGreaterThan(0);
  expect(improvable).toBe(answerSets.some((set) => set.every((id) => id.endsWith('/trusted'))));
  // Whatever number or name the response says comes from the documents of every answer set.
  for (const set of answerSets) {
    const said = documents.filter(({ id }) => set.includes(id)).map(({ text }) => text);
    const known = `${said.join(' ')} ${question.question}`.toLowerCase();
    for (const number of target.match(/\d[\d.,:]*\d|\d/g) ?? []) {
      expect(known).toContain(number);
    }
  }
});

test('what is not improvable says something that no trusted document does', () => {
  for (const { documents, target, question } of questions.filter((each) => !each.improvable)) {
    const trusted = documents.filter(({ integrity }) => integrity === 'trusted');
    const known = new Set(wordsOf([...trusted.map(({ text }) => text), question].join(' ')));
    const news = wordsOf(target).filter((word) => !known.has(word));
    expect(news.length).toBeGreaterThan(0);
  }
});

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
}

test('the first twelve have four of each tool, and half of them are improvable', () => {
  const first = questions.slice(0, 12);
  const tools = Map.groupBy(first, ({ call }) => call?.tool ?? 'none');
  expect([...tools.values()].map(({ length }) => length)).toEqual([4, 4, 4]);
  expect(first.filter(({ improvable }) => improvable)).toHaveLength(6);
});
