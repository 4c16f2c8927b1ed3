import type { DraftValue } from '../draft-values.ts';
import type { ModelReply } from '../../model/chat-model.ts';
import { limits } from '../../limits.ts';
import type { IndexedRegion } from '../lineage-index.ts';
import type { How } from '../probe.ts';
import type { Sources } from '../sources.ts';
import type { WideReason } from '../wide.ts';
import type { Around } from './around.ts';
import { daySource } from './days.ts';
import { Effort } from './effort.ts';
import { Explained } from './explained.ts';
import { takeFields } from './fields.ts';
import { Mentions } from './mentions.ts';
import type { LineageRule } from './rules.ts';
import { Arithmetic } from './sums.ts';

interface Derivable {
  readonly draft: ModelReply;
  readonly values: readonly DraftValue[];
  readonly around: Around;
}

/**
 * Takes what the rules find besides the sources that were chosen before. LAW: no rule takes a
 * source away. Returns why everything is relevant, where it is: by `everything`, or because there
 * is too much to compare.
 */
export function takeDerived(
  sources: Sources,
  rules: readonly LineageRule[],
  derivable: Derivable,
): WideReason | undefined {
  if (rules.length === 0) return undefined;
  const derivation = new Derivation(sources, rules, derivable);
  for (const value of derivable.values) {
    const because = derivation.take(value);
    if (because !== undefined) return because;
  }
  return undefined;
}

class Derivation {
  readonly #sources: Sources;
  readonly #rules: readonly LineageRule[];
  readonly #derivable: Derivable;
  readonly #explained: Explained;
  readonly #characters = new Effort(limits.tracedScanCharactersMax);
  /** What a rule reads of the whole history is read when a value first asks for it. */
  #arithmetic: Arithmetic | undefined;
  #mentions: Mentions | undefined;

  constructor(sources: Sources, rules: readonly LineageRule[], derivable: Derivable) {
    this.#sources = sources;
    this.#rules = rules;
    this.#derivable = derivable;
    this.#explained = new Explained(derivable.around);
  }

  /** Tools are found by their declarations; `true`, `null` and empty texts come from anything. */
  take(value: DraftValue): WideReason | undefined {
    const { kind, text } = value;
    if (kind === 'tool' || text === undefined) return undefined;
    const { around } = this.#derivable;
    const own = { value, text };
    const effort = this.#characters;
    if (this.#has('fields') && !takeFields(this.#sources, own, { around, effort }))
      return 'limit-reached';
    if (!this.#takeMade(value, text)) return 'limit-reached';
    // An answer has words of its own; an argument from nowhere is somebody's choice.
    return kind === 'argument' ? this.#takeUnexplained(value, text) : undefined;
  }

  #has(rule: LineageRule): boolean {
    return this.#rules.includes(rule);
  }

  /** Numbers and days that stand nowhere; `false`: there is too much to try. */
  #takeMade(value: DraftValue, text: string): boolean {
    const { around } = this.#derivable;
    if (this.#has('sums') && !this.#sources.isSourced(value)) {
      this.#arithmetic ??= new Arithmetic(around, new Effort(limits.tracedComparisonsMax));
      const found = this.#arithmetic.sourcesOf(text);
      if (found === undefined) return false;
      this.#takeAll(value, found, 'sum');
    }
    if (this.#has('days') && !this.#sources.isSourced(value)) {
      const found = daySource(text, around.guarded);
      this.#takeAll(value, found === undefined ? [] : [found], 'day');
    }
    return true;
  }

  #takeUnexplained(value: DraftValue, text: string): WideReason | undefined {
    if (!this.#has('mentions') && !this.#has('everything')) return undefined;
    const known = this.#sources.sourcesOf(value);
    if (known.length > 0 && this.#explained.isExplained(text, known)) return undefined;
    if (this.#has('everything')) return 'value-unsourced';
    const { draft, around } = this.#derivable;
    this.#mentions ??= new Mentions(around);
    this.#takeAll(value, this.#mentions.of({ tool: draft.calls[value.call]?.tool }), 'mention');
    return undefined;
  }

  #takeAll(value: DraftValue, regions: readonly IndexedRegion[], how: How): void {
    for (const region of regions) this.#sources.take(value, region, how);
  }
}
