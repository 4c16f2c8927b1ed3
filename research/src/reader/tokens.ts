import { countTokens } from 'gpt-tokenizer/model/gpt-4o';
import { BoundedCache } from './bounded-cache.ts';

const cachedCharactersMax = 32_000_000;
/** What a chat format adds to each message, and to the whole. */
const perMessage = 3;
/** Text that imitates a control token is text. */
const asText = { disallowedSpecial: new Set<string>() };

/** Counts tokens as gpt-4o does; each text once, for transcripts repeat what they hold. */
export class TokenCounter {
  readonly #cache = new BoundedCache<number>({ charactersMax: cachedCharactersMax });

  of(text: string): number {
    return text === '' ? 0 : this.#cache.of(text, (plain) => countTokens(plain, asText));
  }

  ofAll(texts: readonly string[]): number {
    return texts.reduce((total, text) => total + this.of(text) + perMessage, 0);
  }
}
