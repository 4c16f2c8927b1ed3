import {
  lineage,
  type Evidence,
  type ModelReply,
  type Propagator,
  type PropagatorInput,
  type Relevance,
} from '@sluice/core';
import { standsIn } from '../../reader/seen.ts';
import { corpusOf, type Corpus, type TextRegion } from './corpus.ts';
import { daySource } from './days.ts';
import { leavesOf, type Leaf } from './leaves.ts';
import { sumSources } from './sums.ts';
import { contentWords } from './words.ts';

/**
 * What is looked for besides what lineage finds. `exact`: where the whole value stands to the
 * letter, that region and not one that is merely alike. `fields`: a private field that stands as a
 * whole in a longer text. `sums`, `days`: what numbers and days are worked out from. `mentions`:
 * for words and values that come from nowhere, the private regions whose names the request or the
 * tool's description mentions. `everything`: for those, every region.
 */
export type DerivedRule = 'exact' | 'fields' | 'sums' | 'days' | 'mentions' | 'everything';

export const derivedRules: readonly DerivedRule[] = [
  'exact',
  'fields',
  'sums',
  'days',
  'mentions',
  'everything',
];

type Drafting = Extract<Propagator, { readonly needs: 'draft' }>;
type Drafted = PropagatorInput & { readonly draft: ModelReply };

/** Lineage with rules for what is not copied to the letter; no model. */
export function derived(rules: ReadonlySet<DerivedRule>): Drafting {
  const copies = lineage();
  return {
    name: ['lineage', ...derivedRules.filter((rule) => rules.has(rule))].join('+'),
    needs: 'draft',
    relevant: async (input) => {
      const found = copies.needs === 'draft' ? await copies.relevant(input) : all;
      const leaves = leavesOf(input.draft);
      if (found.kind !== 'regions' || leaves === undefined) return found;
      return new Derivation(rules, input).of(found, leaves);
    },
  };
}

const all: Relevance = { kind: 'all', because: 'unexplained' };

type Found = Extract<Relevance, { readonly kind: 'regions' }>;

class Derivation {
  readonly #rules: ReadonlySet<DerivedRule>;
  readonly #corpus: Corpus;
  readonly #byId: ReadonlyMap<string, TextRegion>;
  readonly #input: Drafted;

  constructor(rules: ReadonlySet<DerivedRule>, input: Drafted) {
    this.#rules = rules;
    this.#input = input;
    this.#corpus = corpusOf(input);
    this.#byId = new Map(this.#corpus.guarded.map((region) => [region.id, region]));
  }

  of(found: Found, leaves: readonly Leaf[]): Relevance {
    const taken = new Set(found.regions.filter((id) => !this.#byId.has(id)));
    for (const leaf of leaves) {
      const sources = this.#sourcesOf(leaf, found.evidence);
      if (sources === 'everything') return all;
      for (const { id } of sources) taken.add(id);
    }
    return {
      kind: 'regions',
      regions: [...taken],
      evidence: found.evidence,
      unsourced: found.unsourced,
    };
  }

  #sourcesOf(leaf: Leaf, evidence: readonly Evidence[]): readonly TextRegion[] | 'everything' {
    const { free, guarded, request } = this.#corpus;
    const own = evidence.filter(
      (each) => each.call === leaf.call && each.argument === leaf.argument,
    );
    const traced = own.flatMap(({ region }) => this.#byId.get(region) ?? []);
    const copied = this.#has('exact') ? exactly(leaf, traced, guarded) : traced;
    const inside = this.#has('fields') ? fieldsIn(leaf, this.#corpus) : [];
    const sources = [...copied, ...inside];
    const unexplained = own.length === 0 || !isExplained(leaf, [free, ...sources.map(textOf)]);
    if (!unexplained) return sources;
    const sum = this.#has('sums') ? sumSources(leaf.text, guarded, request) : undefined;
    if (sum !== undefined) return [...sources, ...sum];
    const day = this.#has('days') ? daySource(leaf.text, guarded) : undefined;
    if (day !== undefined) return [...sources, day];
    if (this.#has('everything')) return 'everything';
    return this.#has('mentions') ? [...sources, ...this.#mentioned(leaf)] : sources;
  }

  #has(rule: DerivedRule): boolean {
    return this.#rules.has(rule);
  }

  /** The private regions that the request speaks of, or the description of the tool called. */
  #mentioned({ call }: Leaf): readonly TextRegion[] {
    const { draft, history } = this.#input;
    const name = draft.calls[call]?.tool;
    const about = history.tools.find(({ tool }) => tool.name === name)?.tool.description ?? '';
    const spoken = contentWords(`${this.#corpus.request} ${about}`);
    return this.#corpus.guarded.filter(({ names }) =>
      names.some((each) => [...contentWords(each)].some((word) => spoken.has(word))),
    );
  }
}

function textOf({ text }: TextRegion): string {
  return text;
}

/** Where the value stands to the letter; what lineage has found where it does so nowhere. */
function exactly(
  { text }: Leaf,
  traced: readonly TextRegion[],
  guarded: readonly TextRegion[],
): readonly TextRegion[] {
  if (traced.length === 0 || traced.some((region) => region.text === text)) return traced;
  const exact = guarded.find((region) => region.text === text);
  return exact === undefined ? traced : [exact];
}

/** Private fields that stand as a whole in a longer text, and not in what is shown anyway. */
function fieldsIn({ text, isNumber }: Leaf, { guarded, free }: Corpus): readonly TextRegion[] {
  if (isNumber) return [];
  const known = new Set<string>();
  return guarded.filter((region) => {
    const field = region.text;
    if (contentWords(field).size === 0 || known.has(field)) return false;
    const isIn = standsIn(text, field) && !standsIn(free, field);
    if (isIn) known.add(field);
    return isIn;
  });
}

/** Whether every word of it that says something stands in one of the texts. */
function isExplained({ text }: Leaf, texts: readonly string[]): boolean {
  const known = contentWords(texts.join(' '));
  return [...contentWords(text)].every((word) => known.has(word));
}
