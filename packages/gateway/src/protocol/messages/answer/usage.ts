import type { Answer } from '../../protocol.ts';
import { isRecord } from '../../shared/fields.ts';

type Usage = Answer['usage'];

/** Counters as they come, for a stream sends some first and corrects them at the end. */
export class UsageReader {
  readonly #counts = new Map<string, number>();

  read(usage: unknown): void {
    for (const [name, count] of isRecord(usage) ? Object.entries(usage) : []) {
      if (typeof count === 'number') this.#counts.set(name, count);
    }
  }

  /**
   * `undefined` if the provider counted nothing. Tokens read from a cache are part of the input.
   */
  get usage(): Usage | undefined {
    if (this.#counts.size === 0) return undefined;
    const count = (name: string): number => this.#counts.get(name) ?? 0;
    const cachedInputTokens = count('cache_read_input_tokens');
    const written = count('cache_creation_input_tokens');
    return {
      inputTokens: count('input_tokens') + cachedInputTokens + written,
      outputTokens: count('output_tokens'),
      cachedInputTokens,
    };
  }
}

/** Usage in the provider's words: there, cached tokens are counted apart. */
export function writeUsage(usage: Usage): Readonly<Record<string, number>> {
  const { inputTokens, outputTokens, cachedInputTokens } = usage;
  return {
    input_tokens: Math.max(0, inputTokens - cachedInputTokens),
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cachedInputTokens,
    output_tokens: outputTokens,
  };
}
