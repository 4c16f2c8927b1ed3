import { Content } from '../../history/content.ts';
import type { DocumentNode } from '../../history/structured.ts';
import { Around, joinPairs, keysRead, type Pair } from './around.ts';
import type { CompiledResult } from '../compile/compile-result.ts';
import type { Compiler } from '../compile/compiler.ts';
import { FieldLabels } from './field-labels.ts';
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
interface Standing {
  readonly node: DocumentNode;
  readonly state: PlaceState;
  /** The labels of the value, and of everything in it that no other rule labels. */
  readonly around: Around;
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
    const walk = new Walk(compiler, result, document.root);
    return Content.from<DocumentNode, Standing>(space, document.text, {
      root: document.root,
      partsOf: ({ children }) => children,
      overOf: (node, outer, place) => walk.down(node, outer, place),
      keyOf: (node, standing, outer) => {
        if (node.keyStart === -1) return undefined;
        const isNamed = outer.state.names(node.key);
        const label = outer.around.keyLabel(space, standing.around, { isNamed });
        if (label === undefined) return undefined;
        note?.(rulesOf(standing, outer));
        return { start: node.keyStart, end: node.keyEnd, label };
      },
      labelOf: (node, { around }) => {
        const raised = document.raise(node, around);
        note?.(raised.rules);
        return raised.labelOf(space, node);
      },
    });
  } catch (error) {
    if (error instanceof TooManyHits) return undefined;
    throw error;
  }
}

/** The labels where no rule speaks. */
function defaultOf({ label, shape }: CompiledResult): Pair {
  return { label, shape };
}

function rulesOf({ around }: Standing, outer: Standing): readonly string[] {
  return [...new Set([...outer.around.rules, ...around.rules])].toSorted();
}

/** Goes down a document, and says what the rules give on the way. */
class Walk {
  readonly #compiler: Compiler;
  readonly #result: CompiledResult;
  readonly #root: DocumentNode;
  readonly #budget = new HitBudget();
  #reader: RuleReader | undefined;

  constructor(compiler: Compiler, result: CompiledResult, root: DocumentNode) {
    this.#compiler = compiler;
    this.#result = result;
    this.#root = root;
  }

  down(node: DocumentNode, outer: Standing | undefined, place: number): Standing {
    if (outer === undefined) {
      return this.#standing(
        node,
        this.#result.places.start,
        new Around(defaultOf(this.#result), []),
      );
    }
    const { around, state } = outer;
    const standing = this.#standing(node, state.down(outer.node, place), around.below());
    const { keys } = around;
    if (keys === undefined || !state.namesAny || node.keyStart === -1) return standing;
    // Which key a value has decides which rules are its own.
    const { space } = this.#compiler;
    const key = keysRead(space, around.label, keys);
    return { ...standing, around: standing.around.raisedTo(space, key) };
  }

  #standing(node: DocumentNode, state: PlaceState, outer: Around): Standing {
    const { rules, isStructure, given } = state.value;
    const around = isStructure ? outer : outer.asValue();
    if (rules.length === 0) return { node, state, around };
    this.#budget.take(rules.length);
    return { node, state, around: given ?? this.#labelled(node, around) };
  }

  /** Labels by rules that read values. Only if there are any does it look at all values first. */
  #labelled(node: DocumentNode, around: Around): Around {
    this.#reader ??= new RuleReader(this.#compiler, this.#result, this.#root);
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
    const around = { ...defaultOf(result), fallback: result.fallback };
    this.#fields = new FieldLabels(compiler, { hits: this.#hits, around });
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
    const pairs: readonly Pair[] = [...(certain ? [] : [around]), ...given];
    const names = active.map((hit) => hit.rule.name);
    const rules = new Set([...names, ...(certain ? [] : around.rules)]);
    return new Around(joinPairs(this.#compiler.space, pairs, read), [...rules].toSorted());
  }
}
