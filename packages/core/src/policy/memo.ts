import type { Content } from '../history/content.ts';
import { limits } from '../limits.ts';
import type { ToolResult } from './policy.ts';

/**
 * The labelled contents of the results seen last, so that each is parsed once. A label depends on
 * the policy, the tool and the text alone; the oldest are forgotten first.
 */
export class ResultMemo {
  readonly #known = new Map<string, Content>();
  #characters = 0;

  get({ tool, text, failed }: ToolResult, make: () => Content): Content {
    const key = JSON.stringify([tool, failed]) + text;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const content = make();
    this.#known.set(key, content);
    this.#characters += key.length;
    for (const oldest of this.#known.keys()) {
      if (this.#characters <= limits.contentCharactersMax) break;
      this.#known.delete(oldest);
      this.#characters -= oldest.length;
    }
    return content;
  }
}
