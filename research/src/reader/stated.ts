import { lettersAndDigits, formsOf, placesOf, wordsIn } from './letters.ts';
import { longWordMin } from './seen.ts';

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** The values in the user's own words: they need not be seen anywhere else. */
export class Prompt {
  readonly #lower: string;
  readonly #letters: string;
  /** Its telling words: long ones that are not mere grammar. */
  readonly words: readonly string[];

  constructor(text: string) {
    this.#lower = text.toLowerCase();
    this.#letters = lettersAndDigits(text);
    const words = wordsIn(text).map(lettersAndDigits);
    this.words = [...new Set(words)].filter(
      (word) => word.length >= longWordMin && !grammar.has(word),
    );
  }

  states(text: string): boolean {
    const letters = lettersAndDigits(text);
    if (letters.length >= longWordMin) return this.#letters.includes(letters);
    return placesOf(text.toLowerCase(), this.#lower).length > 0;
  }

  statesNumber(number: number): boolean {
    return formsOf(number).some((form) => placesOf(form, this.#lower).length > 0);
  }

  /**
   * True if a date stands here in another form. A time of day never has to: times are computed from
   * what the user says (`an hour`, `noon`, `the whole day`).
   */
  statesTime(word: string): boolean {
    if (/^\d\d:\d\d$/.test(word)) return true;
    const [, month, day] = /^\d{4}-(\d\d)-(\d\d)$/.exec(word) ?? [];
    const name = months[Number(month) - 1];
    if (name === undefined || !this.#lower.includes(name)) return false;
    return new RegExp(String.raw`(?<!\d)0?${Number(day)}(?:st|nd|rd|th)?(?!\d)`).test(this.#lower);
  }
}

/** Long words that say nothing by themselves. */
export const grammar: ReadonlySet<string> = new Set(
  `this that with from have they them then than their there what when where which will would could
  should about into your please also only each some other more most been just make made need want
  like sure give tell know user`.split(/\s+/),
);
