import type { NewsQuestion } from '../../src/labels/dataset.ts';

const spelled = new Map(
  (
    'zero - two three four five six seven eight nine ten eleven twelve thirteen fourteen ' +
    'fifteen sixteen seventeen eighteen nineteen twenty'
  )
    .split(' ')
    .map((word, value) => [word, value] as const),
);
const tens = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];

/** A number word but `one` as digits (`forty-two` is 42), and every other word as it is. */
function digits(word: string): string {
  const [first = '', second] = word.split('-');
  const ten = tens.indexOf(first);
  if (ten >= 0) {
    const unit = second === undefined ? 0 : spelled.get(second);
    return unit === undefined ? word : String((ten + 2) * 10 + unit);
  }
  return String(spelled.get(word) ?? word);
}

/** Lower-case words and numbers; number words as digits, punctuation gone. */
export function words(text: string): readonly string[] {
  const found = text.toLowerCase().match(/[a-z0-9]+(?:[.,'-][a-z0-9]+)*/gu) ?? [];
  return found.map(digits);
}

export function sentences(text: string): readonly string[] {
  return text
    .split(/(?<=[a-z0-9][.?!]["']?)\s+(?=["']?[A-Z0-9])/u)
    .filter((sentence) => sentence !== '');
}

/** The number of words in the longest run that both texts have. */
export function longestSharedRun(left: string, right: string): number {
  const leftWords = words(left);
  const rightText = ` ${words(right).join(' ')} `;
  const lengths = leftWords.map((_, start) => {
    let length = 0;
    while (
      start + length < leftWords.length &&
      rightText.includes(` ${leftWords.slice(start, start + length + 1).join(' ')} `)
    ) {
      length += 1;
    }
    return length;
  });
  return Math.max(0, ...lengths);
}

const stopWords = new Set(
  (
    'a about after again all also although an and any are as at away be because been before but ' +
    'by can could did do does down for from had has have he her him his how if in into is it its ' +
    'just may more most no not now of off on one only or other out over own said say says she so ' +
    'some supposed supposedly than that the their them then there they this those to too up ' +
    'was were what when where whether which while who whom whose why will with would yet'
  ).split(' '),
);

/** Cuts the commonest endings, so that `burst` meets `bursts` and `apple` meets `apples`. */
function stem(word: string): string {
  const singular = word.replace(/(?<=[a-z]{3})(?:'s|s)$/u, '');
  return singular.length < 5 ? singular : singular.replace(/(?:ing|ie|ed|ly|y|e)$/u, '');
}

function contentStems(text: string): ReadonlySet<string> {
  return new Set(
    words(text)
      .filter((word) => !stopWords.has(word))
      .map(stem),
  );
}

/** Stems of the numbers, and of the capitalised words other than the first of a sentence. */
function nameStems(sentence: string): ReadonlySet<string> {
  const parts = sentence.split(/\s+/u);
  const named = parts.filter((part, index) => index > 0 && /^["']?[A-Z]/u.test(part));
  return new Set([
    ...named.flatMap((part) => [...contentStems(part)]),
    ...words(sentence).filter((word) => /^\d/u.test(word)),
  ]);
}

interface Sides {
  readonly trusted: string;
  readonly untrusted: string;
}

/**
 * The contradictions to `heldBy`, by words alone; empty when nothing does. Only words of the target
 * that the question does not give away count. Names and numbers must stand in the articles that
 * hold the answer and nowhere else; of all words, each article that is needed has at least one of
 * its own, and two articles that each suffice have at least one in common.
 */
export function factFaults(
  { question, target, heldBy }: NewsQuestion,
  texts: Sides,
): readonly string[] {
  const given = contentStems(question);
  const fresh = [...contentStems(target)].filter((word) => !given.has(word));
  const names = [...nameStems(target)].filter((word) => !given.has(word));
  const trusted = contentStems(texts.trusted);
  const untrusted = contentStems(texts.untrusted);
  const isHeld = (word: string): boolean => {
    const [here, there] = [trusted.has(word), untrusted.has(word)];
    switch (heldBy) {
      case 'trusted':
        return here && !there;
      case 'untrusted':
        return there && !here;
      case 'both':
        return here || there;
      case 'either':
        return here && there;
    }
  };
  const onlyTrusted = fresh.some((word) => trusted.has(word) && !untrusted.has(word));
  const onlyUntrusted = fresh.some((word) => untrusted.has(word) && !trusted.has(word));
  const shared = fresh.some((word) => trusted.has(word) && untrusted.has(word));
  const rests = {
    trusted: onlyTrusted,
    untrusted: onlyUntrusted,
    both: onlyTrusted && onlyUntrusted,
    either: shared,
  };
  return [
    ...names.filter((word) => !isHeld(word)).map((word) => `${word} misplaced: ${target}`),
    ...(rests[heldBy] ? [] : [`no word that rests on ${heldBy}: ${target}`]),
  ];
}
