import type { DocumentNode } from '../../history/structured.ts';
import type { Label } from '../../label/label.ts';
import { joinAll } from '../../label/lattice.ts';
import { limits } from '../../limits.ts';
import { joinPairs, keysRead, labelOf, raisedPair, type Pair } from './around.ts';
import type { Compiler } from '../compile/compiler.ts';
import type { Truth } from '../operators/truth.ts';
import { pairOf } from './places.ts';
import { Reach } from './reach.ts';
import { namesIn, topReaders, withReaders } from '../compile/readers-from.ts';
import { withParts } from '../path/path.ts';
import type { Hit, Reading, RuleHits } from './rule-hits.ts';

interface Context {
  readonly hits: RuleHits;
  readonly around: Pair & { readonly fallback: Label };
}

/** Says if a rule holds at a place, with the labels of the fields that it read. */
export interface Judgement {
  readonly holds: Truth;
  readonly read: Pair;
}

/** The labels over the values of a reading, and the rules that gave them. */
interface Over {
  readonly label: Label;
  readonly hits: readonly Hit[];
}

/**
 * The labels of fields that rules read. A field's own label may depend on other fields, and on
 * itself, so what is joined in is an upper bound that needs no order: everything that the rules on
 * a field can give, what would stand there without those that are conditional and not endorsed,
 * and the same of every field that these read in turn.
 */
export class FieldLabels {
  readonly #compiler: Compiler;
  readonly #context: Context;
  readonly #bounds = remembered((node: DocumentNode) => this.#boundOf(node));
  readonly #over = remembered((reading: Reading) => this.#overOf(reading));
  readonly #names = remembered(({ values }: Reading) => namesOf(values));
  readonly #reach: Reach<Hit | Reading, Label>;

  /** Every value could add one name to the same long list: then nobody is a reader of any. */
  readonly #tooManyNames: boolean;

  constructor(compiler: Compiler, context: Context) {
    this.#compiler = compiler;
    this.#context = context;
    const counts = [...context.hits.all].flatMap(({ readers }) =>
      readers.map((reading) => this.#names(reading)?.length ?? 0),
    );
    const names = counts.reduce((sum, count) => sum + count, 0);
    this.#tooManyNames = names > limits.computedReadersMax;
    this.#reach = new Reach<Hit | Reading, Label>({
      next: (vertex) =>
        isHit(vertex) ? [...vertex.conditions, ...vertex.readers] : this.#over(vertex).hits,
      close: (members, beyond) => this.#close(members, beyond),
    });
  }

  /** The label that a rule gives at this place, computed readers included. */
  readonly given: (hit: Hit) => Pair = remembered((hit: Hit) => this.#givenBy(hit));

  /**
   * Judges if a rule holds, with the labels of the fields that it read, unless it is endorsed. A
   * rule that labels what decides it is never certain, and carries every label that could be given:
   * a field's label must not tell what the field says. A shape of the rule's own does not depend on
   * computed readers, so it carries only what the conditions read.
   */
  readonly judge: (hit: Hit) => Judgement = remembered((hit: Hit) => this.#judgementOf(hit));

  #givenBy({ rule, readers }: Hit): Pair {
    const own = pairOf(rule);
    if (rule.readersFrom.length === 0) return own;
    const { space } = this.#compiler;
    const names = this.#tooManyNames ? [undefined] : readers.map(this.#names);
    const known = names.every((each) => each !== undefined) ? names.flat() : undefined;
    const computed =
      known === undefined ? undefined : withReaders(this.#compiler, space.bottom, known);
    const narrow = computed ?? topReaders(this.#compiler, space.bottom);
    return {
      ...own,
      label: space.join(rule.label, narrow),
      shape: rule.ownShape ? rule.shape : space.join(rule.shape, narrow),
    };
  }

  #judgementOf(hit: Hit): Judgement {
    const { rule, conditions, readers, holds } = hit;
    const { bottom } = this.#compiler.space;
    if (rule.endorsed !== undefined) return { holds, read: evenly(bottom) };
    const own = this.#reach.of(hit);
    if (conditions.some((reading) => this.#reach.of(reading) === own)) {
      const { fallback } = this.#context.around;
      return { holds: 'unknown', read: evenly(fallback) };
    }
    const decided = this.#labelOfAll(conditions);
    const label = this.#labelOfAll([...conditions, ...readers]);
    const keys = { label: rule.keys === undefined ? label : decided, asValue: false };
    return { holds, read: { label, shape: rule.ownShape ? decided : label, keys } };
  }

  #labelOfAll(readings: readonly Reading[]): Label {
    const labels = readings.map((reading) => this.#reach.of(reading).value);
    return joinAll(this.#compiler.space, labels);
  }

  /** The labels of fields and of what these depend on. */
  #close(members: ReadonlySet<Hit | Reading>, beyond: readonly Label[]): Label {
    const labels = [...beyond];
    for (const member of members) {
      if (!isHit(member)) labels.push(this.#over(member).label);
      else if (member.conditions.some((reading) => members.has(reading))) {
        labels.push(this.#context.around.fallback);
      }
    }
    return joinAll(this.#compiler.space, labels);
  }

  #overOf({ values, nodes, members, containers, named, lack }: Reading): Over {
    const { hits, around } = this.#context;
    const found = withParts(nodes);
    const keyed = members.filter((member) => this.#isLikeValue(member));
    const places = new Set<DocumentNode>();
    for (const node of [...containers, ...keyed, ...found]) {
      for (let at: DocumentNode | undefined = node; at !== undefined; at = hits.parentOf(at)) {
        if (places.has(at)) break;
        places.add(at);
      }
    }
    const labels = new Set<Label>();
    // An absent value could have stood there under any label that the rules give.
    if (values.length === 0 || lack !== 'nothing') labels.add(around.fallback);
    for (const map of named) labels.add(this.#namedKeys(map));
    for (const member of members) labels.add(this.#keyOf(member));
    const over = new Set<Hit>();
    for (const place of places) {
      labels.add(labelOf(this.#compiler.space, this.#bounds(place), place));
      for (const hit of hits.at(place)) if (hit.rule.endorsed === undefined) over.add(hit);
    }
    return { label: joinAll(this.#compiler.space, labels), hits: [...over] };
  }

  /** A key that a path names is shape, where no rule speaks of the keys of its map. */
  #namedKeys(map: DocumentNode): Label {
    const { keys, label } = this.#bounds(map);
    return keys === undefined
      ? this.#compiler.space.bottom
      : keysRead(this.#compiler.space, label, keys);
  }

  /** The label of a key as a condition reads it. */
  #keyOf(member: DocumentNode): Label {
    const { space } = this.#compiler;
    const { keys, label } = this.#boundAround(member);
    if (keys !== undefined && !keys.asValue) return keys.label;
    const own = space.join(label, this.#bounds(member).label);
    return keys === undefined ? own : space.join(own, keys.label);
  }

  /** True if a key carries the label of its value, and so of all that decides that. */
  #isLikeValue(member: DocumentNode): boolean {
    return this.#boundAround(member).keys?.asValue ?? true;
  }

  #boundAround(node: DocumentNode): Pair {
    const parent = this.#context.hits.parentOf(node);
    return parent === undefined ? this.#context.around : this.#bounds(parent);
  }

  /**
   * The highest label that a value can carry, the labels of fields that its rules read left out.
   */
  #boundOf(node: DocumentNode): Pair {
    const { space } = this.#compiler;
    const { hits: all } = this.#context;
    const parent = all.parentOf(node);
    const { keys, ...outer } = this.#boundAround(node);
    const around = all.isStructure(node) ? outer : { ...outer, shape: outer.label };
    const hits = all.at(node).filter((hit) => hit.holds !== 'false' || !isCertain(hit));
    const replaced = hits.some((hit) => hit.holds === 'true' && isCertain(hit));
    const given = hits.map(this.given);
    const bound = joinPairs(space, replaced ? given : [around, ...given]);
    if (parent === undefined || keys === undefined || !all.namesAny(parent)) return bound;
    return raisedPair(space, bound, keysRead(space, outer.label, keys));
  }
}

/** One label of everything. */
function evenly(label: Label): Pair {
  return { label, shape: label, keys: { label, asValue: false } };
}

/** True if the rule may decide a label without telling what it read. */
function isCertain({ rule }: Hit): boolean {
  return rule.when.length === 0 || rule.endorsed !== undefined;
}

function isHit(vertex: Hit | Reading): vertex is Hit {
  return 'rule' in vertex;
}

/** The different names in fields; `undefined` where they cannot be read, or are too many. */
function namesOf(values: readonly unknown[]): readonly string[] | undefined {
  const names = namesIn(values, { emptyList: 'names-nobody' });
  if (names === undefined) return undefined;
  const different = [...new Set(names)];
  return different.length > limits.labelMembersMax ? undefined : different;
}

/** The same function, which answers each question once. */
function remembered<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, { readonly value: Value }>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before.value;
    const value = make(key);
    known.set(key, { value });
    return value;
  };
}
