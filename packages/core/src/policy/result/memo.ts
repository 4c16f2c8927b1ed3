import type { Content } from '../../history/content.ts';
import { limits } from '../../limits.ts';
import type { ToolResult } from '../policy.ts';

/**
 * The labelled contents of the results seen last, so that each is parsed once. A label depends on
 * the policy, the tool and the text alone; the texts seen first are forgotten first.
 */
export class ResultMemo {
  /** By text, then by tool: a text may be long, so nothing is put before it to make a key. */
  readonly #known = new Map<string, Map<string, Content>>();
  #characters = 0;

  get({ tool, text, failed }: ToolResult, make: () => Content): Content {
    const source = `${failed ? 'failed' : 'returned'} ${tool}`;
    const known = this.#known.get(text)?.get(source);
    if (known !== undefined) return known;
    const content = make();
    const sources = this.#known.get(text) ?? new Map<string, Content>();
    this.#known.set(text, sources.set(source, content));
    this.#characters += text.length + source.length;
    this.#forget();
    return content;
  }

  #forget(): void {
    for (const [text, sources] of this.#known) {
      if (this.#characters <= limits.contentCharactersMax) return;
      this.#known.delete(text);
      for (const source of sources.keys()) this.#characters -= text.length + source.length;
    }
  }
}
