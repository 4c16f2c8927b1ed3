import type { DraftValue } from '../draft-values.ts';
import type { ModelReply } from '../../../model/chat-model.ts';
import type { IndexedRegion } from '../lineage-index.ts';
import type { How } from '../probe.ts';
import type { Sources } from '../sources.ts';
import type { WideReason } from '../../propagator.ts';
import type { Slices } from '../../../history/slices.ts';
import type { Work } from '../work.ts';
import type { Around } from './around.ts';
import { Days } from './days.ts';
import { Explained } from './explained.ts';
import { Fields } from './fields.ts';
import { Mentions } from './mentions.ts';
import type { LineageRule } from '../../lineage.ts';
import { Arithmetic } from './sums.ts';

interface Derivable {
  readonly draft: ModelReply;
  readonly values: readonly DraftValue[];
  readonly around: Around;
  readonly work: Work;
}

/**
 * Takes what the rules find besides the sources that were chosen before. LAW: no rule takes a
 * source away. Returns why everything is relevant, where it is by `everything`.
 */
export function* takeDerived(
  sources: Sources,
  rules: readonly LineageRule[],
  derivable: Derivable,
): Slices<WideReason | undefined> {
  if (rules.length === 0) return undefined;
  const derivation = new Derivation(sources, rules, derivable);
  for (const value of derivable.values) {
    const because = yield* derivation.take(value);
    if (because !== undefined) return because;
    if (derivable.work.isDue) yield;
  }
  return undefined;
}

class Derivation {
  readonly #sources: Sources;
  readonly #rules: readonly LineageRule[];
  readonly #derivable: Derivable;
  readonly #explained: Explained;
  /** A rule reads the whole history when a value first asks for it. */
  #fields: Fields | undefined;
  #arithmetic: Arithmetic | undefined;
  #days: Days | undefined;
  #mentions: Mentions | undefined;

  constructor(sources: Sources, rules: readonly LineageRule[], derivable: Derivable) {
    this.#sources = sources;
    this.#rules = rules;
    this.#derivable = derivable;
    this.#explained = new Explained(derivable.around, derivable.work);
  }

  /** Tools are found by their declarations; `true`, `null` and empty texts come from anything. */
  *take(value: DraftValue): Slices<WideReason | undefined> {
    const { kind, text } = value;
    if (kind === 'tool' || text === undefined) return undefined;
    const { around, values, work } = this.#derivable;
    work.spend(text.length);
    if (this.#has('fields')) {
      this.#fields ??= yield* Fields.of(around, values, work);
      this.#fields.take(this.#sources, value, text);
    }
    this.#takeMade(value, text);
    // An answer has words of its own; an argument from nowhere is somebody's choice.
    return kind === 'argument' ? this.#takeUnexplained(value, text) : undefined;
  }

  #has(rule: LineageRule): boolean {
    return this.#rules.includes(rule);
  }

  /** Numbers and days that stand nowhere. */
  #takeMade(value: DraftValue, text: string): void {
    const { around, work } = this.#derivable;
    if (this.#has('sums') && !this.#sources.isSourced(value)) {
      this.#arithmetic ??= new Arithmetic(around, work);
      this.#takeAll(value, this.#arithmetic.sourcesOf(text), 'sum');
    }
    if (this.#has('days') && !this.#sources.isSourced(value)) {
      this.#days ??= new Days(around.guarded, work);
      const found = this.#days.sourceOf(text);
      this.#takeAll(value, found === undefined ? [] : [found], 'day');
    }
  }

  #takeUnexplained(value: DraftValue, text: string): WideReason | undefined {
    if (!this.#has('mentions') && !this.#has('everything')) return undefined;
    const known = this.#sources.sourcesOf(value);
    if (known.length > 0 && this.#explained.isExplained(text, known)) return undefined;
    if (this.#has('everything')) return 'value-unsourced';
    const { draft, around, work } = this.#derivable;
    this.#mentions ??= new Mentions(around, work);
    this.#takeAll(value, this.#mentions.of({ tool: draft.calls[value.call]?.tool }), 'mention');
    return undefined;
  }

  #takeAll(value: DraftValue, regions: readonly IndexedRegion[], how: How): void {
    this.#derivable.work.spend(regions.length * takeUnits);
    for (const region of regions) this.#sources.take(value, region, how);
  }
}

/** The cost of taking a source. */
const takeUnits = 20;
