import type { IndexedRegion } from '../lineage-index.ts';
import type { Work } from '../work.ts';
import { Names, requestIn, type Around } from './around.ts';
import { contentWords } from './content-words.ts';

/** Looks up which regions a request speaks of by their names. */
export class Mentions {
  readonly #around: Around;
  readonly #spoken: ReadonlySet<string>;
  readonly #byName: readonly Named[];
  readonly #byTool = new Map<string | undefined, readonly IndexedRegion[]>();

  constructor(around: Around, work: Work) {
    const names = new Names(around.history, work);
    this.#around = around;
    const request = requestIn(around);
    work.spend(request.length);
    this.#spoken = contentWords(request);
    const byName = Map.groupBy(around.guarded, (region) => names.of(region));
    this.#byName = [...byName].map(([name, regions]) => {
      return { words: contentWords(name), regions: onePerMessage(regions) };
    });
  }

  /**
   * The guarded regions whose path, tool or label is a word of the request, or of the description
   * of the tool that is called; of those under one name in one message, one.
   */
  of({ tool }: { readonly tool: string | undefined }): readonly IndexedRegion[] {
    const known = this.#byTool.get(tool);
    if (known !== undefined) return known;
    const { tools } = this.#around.history;
    const about = tools.find((each) => each.tool.name === tool)?.tool.description ?? '';
    const described = contentWords(about);
    const isSpoken = (word: string): boolean => this.#spoken.has(word) || described.has(word);
    const found = this.#byName.flatMap(({ words, regions }) =>
      [...words].some(isSpoken) ? regions : [],
    );
    this.#byTool.set(tool, found);
    return found;
  }
}

interface Named {
  readonly words: ReadonlySet<string>;
  readonly regions: readonly IndexedRegion[];
}

/** They have one label, and with it the shape of their message: more of them change nothing. */
function onePerMessage(regions: readonly IndexedRegion[]): readonly IndexedRegion[] {
  return [...new Map(regions.map((region) => [region.entry.message, region])).values()];
}
