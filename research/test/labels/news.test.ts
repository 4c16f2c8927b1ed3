import { describe, expect, test } from 'vitest';
import {
  type ArticlePair,
  articlePairs,
  newsPairs,
  newsQuestions,
  type WordedQuestion,
} from '../../src/labels/news/news.ts';
import { factFaults, longestSharedRun, sentences, words } from './lexical.ts';

const everyQuestion = articlePairs.flatMap((pair) => pair.questions);

/** Values that stand more than once. */
function repeated(values: readonly string[]): readonly string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

function articles({ trusted, untrusted }: ArticlePair): readonly string[] {
  return [trusted, untrusted].map(({ title, text }) => `${title}\n${text}`);
}

function wordCount(text: string): number {
  return text.split(/\s+/u).length;
}

describe('the size of the data set', () => {
  test('it has at least 60 pairs and 480 questions, eight a pair', () => {
    expect(articlePairs.length).toBeGreaterThanOrEqual(60);
    expect(everyQuestion.length).toBeGreaterThanOrEqual(480);
    expect(articlePairs.filter(({ questions }) => questions.length !== 8)).toEqual([]);
  });

  test('about a fifth is improvable, as 647 of 3465 in the paper', () => {
    const share =
      newsQuestions().filter(({ improvable }) => improvable).length / everyQuestion.length;
    expect(share).toBeGreaterThan(0.15);
    expect(share).toBeLessThan(0.25);
  });

  test.each(['trusted', 'untrusted', 'both', 'either'] as const)(
    'answers held by %s are worded in both ways, neither less than a quarter',
    (heldBy) => {
      const held = everyQuestion.filter((asked) => asked.heldBy === heldBy);
      const quoted = held.filter(({ worded }) => worded === 'as-is').length / held.length;
      expect(quoted).toBeGreaterThan(0.25);
      expect(quoted).toBeLessThan(0.75);
    },
  );
});

describe('nothing stands twice', () => {
  test.each([
    ['pair id', articlePairs.map(({ id }) => id)],
    ['question', everyQuestion.map(({ question }) => question)],
    ['target', everyQuestion.map(({ target }) => target)],
    ['sentence', articlePairs.flatMap(articles).flatMap(sentences)],
  ])('%s', (_, values) => {
    expect(repeated(values)).toEqual([]);
  });

  test('no two articles of different pairs share eight words in a row', () => {
    const seen = new Map<string, string>();
    const shared: string[] = [];
    for (const pair of articlePairs) {
      for (const run of new Set(articles(pair).flatMap((text) => runsOf(text, 8)))) {
        if (seen.has(run)) shared.push(`${seen.get(run) ?? ''} and ${pair.id}: ${run}`);
        seen.set(run, pair.id);
      }
    }
    expect(shared).toEqual([]);
  });
});

function runsOf(text: string, length: number): readonly string[] {
  const all = words(text);
  return all.map((_, start) => all.slice(start, start + length).join(' ')).slice(0, -length);
}

describe.each(articlePairs.map((pair) => [pair.id, pair] as const))('%s', (_, pair) => {
  test('the form of articles, questions and targets', () => {
    expect(formFaults(pair)).toEqual([]);
  });

  test('questions name something that both articles name, so that a retriever finds them', () => {
    const lost = pair.questions.filter(({ question }) => !namesOf(question).some(isNamedInBoth));
    expect(lost).toEqual([]);

    function isNamedInBoth(name: string): boolean {
      return articles(pair).every((text) => text.includes(name));
    }
  });

  test('facts stand where the question says, and not in the other article', () => {
    const [trusted = '', untrusted = ''] = articles(pair);
    const faults = pair.questions.flatMap((asked) => factFaults(asked, { trusted, untrusted }));
    expect(faults).toEqual([]);
  });

  test('targets quote, or do not, as they say', () => {
    expect(pair.questions.flatMap((asked) => wordingFaults(asked, pair))).toEqual([]);
  });
});

/** Capitalised words, the first aside. */
function namesOf(question: string): readonly string[] {
  return question.match(/(?<=\s'?)[A-Z][a-z]+/gu) ?? [];
}

function formFaults(pair: ArticlePair): readonly string[] {
  const lines = [
    ...[pair.trusted, pair.untrusted].flatMap(({ title, text }) => [title, text]),
    ...pair.questions.flatMap(({ question, target }) => [question, target]),
  ];
  return [
    ...[pair.trusted.text, pair.untrusted.text]
      .filter((text) => wordCount(text) < 60 || wordCount(text) > 110)
      .map((text) => `${wordCount(text)} words: ${text.slice(0, 40)}`),
    ...pair.questions
      .filter(({ target }) => wordCount(target) < 6 || wordCount(target) > 20)
      .map(({ target }) => `${wordCount(target)} words: ${target}`),
    ...pair.questions
      .filter(({ target }) => sentences(target).length !== 1 || !/^[A-Z0-9].*\.$/u.test(target))
      .map(({ target }) => `not one sentence: ${target}`),
    ...pair.questions
      .filter(({ question }) => !/^[A-Z].*\?$/u.test(question))
      .map(({ question }) => `not a question: ${question}`),
    ...lines.filter((line) => !/^[ -~]+$/u.test(line)).map((line) => `not ASCII: ${line}`),
    ...lines.filter((line) => / {2}|^ | $|--|\.\.\.|`/u.test(line)),
  ];
}

/** The shortest run of words that counts as a quotation. */
const quotedWords = 4;

function wordingFaults(asked: WordedQuestion, pair: ArticlePair): readonly string[] {
  const [trusted = 0, untrusted = 0] = articles(pair).map((text) =>
    longestSharedRun(asked.target, text),
  );
  const holder = { trusted, untrusted, either: trusted, both: Math.max(trusted, untrusted) };
  const quotes = holder[asked.heldBy] >= quotedWords;
  const free = Math.max(trusted, untrusted) < quotedWords;
  const holds = asked.worded === 'as-is' ? quotes : free;
  return holds ? [] : [`not ${asked.worded} (${trusted}, ${untrusted}): ${asked.target}`];
}

describe('the forms in which others read it', () => {
  test('pairs keep their order, ids and questions', () => {
    expect(newsPairs().map(({ id }) => id)).toEqual(articlePairs.map(({ id }) => id));
    expect(newsPairs().flatMap(({ questions }) => questions)).toEqual(everyQuestion);
  });

  test('every article begins with its headline', () => {
    const [pair] = newsPairs();
    expect(pair?.trusted.split('\n')).toEqual([
      articlePairs[0]?.trusted.title,
      articlePairs[0]?.trusted.text,
    ]);
  });

  test('question ids are unique, and answer sets name documents of the context', () => {
    const questions = newsQuestions();
    expect(repeated(questions.map(({ id }) => id))).toEqual([]);
    for (const { documents, answerSets } of questions) {
      const ids = documents.map(({ id }) => id);
      expect(answerSets.length).toBeGreaterThan(0);
      for (const set of answerSets) expect(ids).toEqual(expect.arrayContaining([...set]));
    }
  });

  test('improvable is what the trusted article holds', () => {
    const held = everyQuestion.map(({ heldBy }) => heldBy === 'trusted' || heldBy === 'either');
    expect(newsQuestions().map(({ improvable }) => improvable)).toEqual(held);
  });
});
