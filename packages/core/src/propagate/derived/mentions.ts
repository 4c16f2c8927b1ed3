import type { IndexedRegion } from '../lineage-index.ts';
import { Names, requestIn, type Around } from './around.ts';
import { contentWords } from './content-words.ts';

/** Looks up which regions a request speaks of by their names. */
export class Mentions {
  readonly #around: Around;
  readonly #spoken: ReadonlySet<string>;
  readonly #byName: ReadonlyMap<string, readonly IndexedRegion[]>;

  constructor(around: Around) {
    const names = new Names(around.history);
    this.#around = around;
    this.#spoken = contentWords(requestIn(around));
    this.#byName = Map.groupBy(around.guarded, (region) => names.of(region));
  }

  /**
   * The guarded regions whose path, tool or label is a word of the request, or of the description
   * of the tool that is called; of those under one name in one message, one.
   */
  of({ tool }: { readonly tool: string | undefined }): readonly IndexedRegion[] {
    const { tools } = this.#around.history;
    const about = tools.find((each) => each.tool.name === tool)?.tool.description ?? '';
    const described = contentWords(about);
    const isSpoken = (word: string): boolean => this.#spoken.has(word) || described.has(word);
    return [...this.#byName].flatMap(([name, regions]) =>
      [...contentWords(name)].some(isSpoken) ? onePerMessage(regions) : [],
    );
  }
}

/** They have one label, and with it the shape of their message: more of them change nothing. */
function onePerMessage(regions: readonly IndexedRegion[]): readonly IndexedRegion[] {
  return [...new Map(regions.map((region) => [region.entry.message, region])).values()];
}
