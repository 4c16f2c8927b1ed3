import { Content } from '../../history/content.ts';
import type { DocumentNode } from '../../history/structured.ts';
import { Around, joinPairs, type Pair } from './around.ts';
import type { CompiledSpan } from '../compile/compile-turn.ts';
import type { CompiledResult } from '../compile/compile-result.ts';
import type { Compiler } from '../compile/compiler.ts';
import { FieldLabels } from './field-labels.ts';
import { TextSpans, TooMuchToSearch, type OwnLabel } from './text-spans.ts';
import type { PlaceState } from './places.ts';
import type { Raise } from './raise-by-spans.ts';
import { HitBudget, RuleHits, TooManyHits } from './rule-hits.ts';

/**
 * The names of what labelled each region: the whole first, and what is in a region right after it.
 * None where it is the default.
 */
export type RulesByRegion = readonly (readonly string[])[];

/** Is told the names of what labelled a region, region after region. */
export type Note = (rules: readonly string[]) => void;

/** A structured result, and what its spans raise. */
export interface ResultDocument {
  readonly text: string;
  readonly root: DocumentNode;
  readonly raise: Raise;
}

/** Where the walk over a document stands. */
export interface Standing {
  readonly node: DocumentNode;
  readonly state: PlaceState;
  /** The labels of the value, and of everything in it that no other rule labels. */
  readonly around: Around;
  /** The spans of the texts here and below. */
  readonly spans: readonly CompiledSpan[];
  /** True inside of `[...]` or `{...}`, where a text without quotes may hold no bracket. */
  readonly inFlow: boolean;
}

/**
 * Labels a structured result; `undefined` where rules match more than `limits.ruleHitsMax` values.
 * `note` is told which rules made the label of each region.
 */
export function labelDocument(
  compiler: Compiler,
  result: CompiledResult,
  { document, note }: { readonly document: ResultDocument; readonly note?: Note | undefined },
): Content | undefined {
  try {
    const { space } = compiler;
    const walk = new Walk(compiler, result, document);
    return Content.from<DocumentNode, Standing>(space, document.text, {
      root: document.root,
      partsOf: (node) => walk.partsOf(node),
      overOf: (node, outer, place) => walk.down(node, outer, place),
      keyOf: (node, standing, outer) => {
        if (node.keyStart === -1 || outer.state.names(node.key)) return undefined;
        const label = outer.around.keyLabel(space, standing.around);
        if (label === undefined) return undefined;
        note?.(rulesOf(standing, outer));
        return { start: node.keyStart, end: node.keyEnd, label };
      },
      labelOf: (node, standing) => {
        const { label, rules } = walk.labelOf(node, standing);
        note?.(rules);
        return label;
      },
    });
  } catch (error) {
    if (error instanceof TooManyHits || error instanceof TooMuchToSearch) return undefined;
    throw error;
  }
}

function rulesOf({ around }: Standing, outer: Standing): readonly string[] {
  return [...new Set([...outer.around.rules, ...around.rules])].toSorted();
}

/** Goes down a document, and says what the rules give on the way. */
class Walk {
  readonly #compiler: Compiler;
  readonly #result: CompiledResult;
  readonly #document: ResultDocument;
  readonly #budget = new HitBudget();
  /** Only where the policy has spans of fields. */
  readonly #texts: TextSpans | undefined;
  #reader: RuleReader | undefined;

  constructor(compiler: Compiler, result: CompiledResult, document: ResultDocument) {
    this.#compiler = compiler;
    this.#result = result;
    this.#document = document;
    const hasSpans = result.fields.length > 0;
    this.#texts = hasSpans ? new TextSpans(compiler.space, document) : undefined;
  }

  down(node: DocumentNode, outer: Standing | undefined, place: number): Standing {
    // What stands in a text are its pieces.
    if (outer?.node.kind === 'scalar') return outer;
    const standing = this.#down(node, outer, place);
    this.#texts?.read(standing);
    return standing;
  }

  partsOf(node: DocumentNode): readonly DocumentNode[] {
    return this.#texts?.piecesOf(node) ?? node.children;
  }

  labelOf(node: DocumentNode, { around }: Standing): OwnLabel {
    const known = this.#texts?.labelOf(node);
    if (known !== undefined) return known;
    const raised = this.#document.raise(node, around);
    return { label: raised.labelOf(this.#compiler.space, node), rules: raised.rules };
  }

  #down(node: DocumentNode, outer: Standing | undefined, place: number): Standing {
    if (outer === undefined) {
      const { start } = this.#result.places;
      const around = this.#around(node, start, new Around(this.#result, []));
      return { node, state: start, around, spans: start.value.spans, inFlow: false };
    }
    const state = outer.state.down(outer.node, place);
    const around = this.#around(node, state, outer.around);
    const own = state.value.spans;
    const spans = own.length === 0 ? outer.spans : [...new Set([...outer.spans, ...own])];
    const isFlow = this.#texts?.isFlow(outer.node) ?? false;
    return { node, state, around, spans, inFlow: outer.inFlow || isFlow };
  }

  #around(node: DocumentNode, { value }: PlaceState, outer: Around): Around {
    const { rules, isStructure, given } = value;
    const around = isStructure ? outer : outer.asValue();
    if (rules.length === 0) return around;
    this.#budget.take(rules.length);
    return given ?? this.#labelled(node, around);
  }

  /** Labels by rules that read values. Only if there are any does it look at all values first. */
  #labelled(node: DocumentNode, around: Around): Around {
    this.#reader ??= new RuleReader(this.#compiler, this.#result, this.#document.root);
    return this.#reader.labelHere(node, around);
  }
}

/** Labels the values that are matched by rules which read values. */
class RuleReader {
  readonly #compiler: Compiler;
  readonly #hits: RuleHits;
  readonly #fields: FieldLabels;

  constructor(compiler: Compiler, result: CompiledResult, root: DocumentNode) {
    this.#compiler = compiler;
    this.#hits = new RuleHits(root, result.places);
    this.#fields = new FieldLabels(compiler, { hits: this.#hits, around: result });
  }

  /**
   * A rule that holds replaces what stands around; several are joined; one of which it is not known
   * whether it holds is joined with what would stand there without it. What was read to decide is
   * joined in, whether or not the rule holds: otherwise the label, and so the presence of the value
   * in a view, would tell what the field says.
   */
  labelHere(node: DocumentNode, around: Around): Around {
    const fields = this.#fields;
    const judged = this.#hits.at(node).map((hit) => ({ hit, ...fields.judge(hit) }));
    const active = judged.filter(({ holds }) => holds !== 'false').map(({ hit }) => hit);
    const certain = judged.some(({ holds }) => holds === 'true');
    const given = active.map((hit) => fields.given(hit));
    const read = judged.map((each) => each.read);
    const pairs: readonly Pair[] = [...(certain ? [] : [around]), ...given, ...read];
    const names = active.map((hit) => hit.rule.name);
    const rules = new Set([...names, ...(certain ? [] : around.rules)]);
    return new Around(joinPairs(this.#compiler.space, pairs), [...rules].toSorted());
  }
}
