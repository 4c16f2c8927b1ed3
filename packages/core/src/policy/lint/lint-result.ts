import type { Label } from '../../label/label.ts';
import type { CompiledPolicy } from '../compile/compile.ts';
import type { CompiledResult, ResultRule } from '../compile/compile-result.ts';
import { contradiction, implies } from './implies.ts';
import { lintKeys } from './lint-keys.ts';
import { lintLowered, lintRaised } from './lint-lists.ts';
import { lintResultReaders } from './lint-readers.ts';
import { patternRaises, raisesByPattern } from './lint-trust.ts';
import {
  covers,
  coversStart,
  isApart,
  mapOf,
  printBound,
  type BoundPath,
  type Path,
} from '../path/path.ts';
import { warning, type Location, type Warning } from '../problem.ts';
import type { ResultRuleSource, ResultSource } from '../source.ts';

interface LintedResult {
  readonly compiled: CompiledPolicy;
  readonly result: CompiledResult;
  readonly source: ResultSource;
  readonly at: Location;
}

/** Warnings about a tool as a source. */
export function lintResult(place: LintedResult): readonly Warning[] {
  const { result, source, at } = place;
  const found = result.rules.flatMap((rule) => {
    const written = source.rules?.[rule.index];
    if (written === undefined) return [];
    const where = [...at, 'rules', rule.index];
    return [
      ...lintReach(place, { rule, written, where }),
      ...lintAbove(place, { rule, written, where }),
      ...lintRaised(written.when, { at: [...where, 'when'], raises: raises(place, rule) }),
      ...lintRaised(written.args, { at: [...where, 'args'], raises: raises(place, rule) }),
      ...lintLowered(written.args, { at: [...where, 'args'], raises: raises(place, rule) }),
      ...lintReads(place, { rule, written, where }),
      ...lintShape(place, { rule, written, where }),
      ...lintKeys(place.compiled.compiler, { rule, rules: result.rules, where }),
      ...lintResultReaders(place.compiled.compiler, rule, where),
    ];
  });
  return [...found, ...lintSpans(place), ...lintFailed(place)];
}

interface RulePlace {
  readonly rule: ResultRule;
  readonly written: ResultRuleSource;
  readonly where: Location;
}

/** Rules that can never hold, and those that another rule at the same place makes void. */
function lintReach(tool: LintedResult, place: RulePlace): readonly Warning[] {
  const { compiled, result, source } = tool;
  const { rule, written, where } = place;
  const { groups } = compiled.compiler;
  for (const key of ['when', 'args'] as const) {
    const impossible = contradiction(written[key], groups);
    if (impossible === undefined) continue;
    const hint = 'leave the rule out, or correct the condition';
    const at = [...where, key, impossible];
    return [warning({ code: 'rule-idle', at, message: 'this rule can never hold', hint })];
  }
  const { flowsTo } = compiled.compiler.space;
  const names = addsNames(result, rule);
  const winner = result.rules.find(
    (other) =>
      !names &&
      other.index !== rule.index &&
      covers(other.path, rule.path) &&
      implies(written.when, source.rules?.[other.index]?.when, groups) &&
      implies(written.args, source.rules?.[other.index]?.args, groups) &&
      rule.readersFrom.length === 0 &&
      rule.keys === other.keys &&
      flowsTo(rule.label, other.label) &&
      flowsTo(rule.shape, other.shape) &&
      (!isTwin(rule, other) || other.index < rule.index),
  );
  if (winner === undefined) {
    if (!repeatsDefault(tool, rule)) return [];
    const message = `\`${rule.name}\` changes nothing: its label is the default one`;
    const hint = 'leave it out, or give it another label';
    return [warning({ code: 'rule-idle', at: where, message, hint })];
  }
  const message = `\`${rule.name}\` changes nothing: \`${winner.name}\` matches the same and gives as much`;
  const hint = 'leave one out: labels of rules at one place are joined';
  return [warning({ code: 'rule-idle', at: where, message, hint })];
}

/**
 * True if labels are the same with and without this rule: it gives the default label, no other rule
 * can match the same or around it, it gives no container the declared shape, and it makes no key
 * a known one.
 */
function repeatsDefault({ result }: LintedResult, rule: ResultRule): boolean {
  const others = result.rules.filter((other) => other.index !== rule.index);
  const isDefault =
    rule.label === result.label && rule.shape === result.label && rule.keys === undefined;
  const isFixed = rule.readersFrom.length === 0;
  // Labels of what a condition reads are joined in, and may be any that the rules can give.
  const readsLittle = rule.when.length === 0 || result.fallback === result.label;
  const isAlone = others.every(
    (other) =>
      other.path.segments.length > rule.path.segments.length || isApart(other.path, rule.path),
  );
  const declared = new Set(others.flatMap(({ through }) => through.map(({ text }) => text)));
  const shapesNothing =
    result.shape === result.label ||
    (rule.path.segments.length > 0 &&
      rule.through.every(({ text }) => text === '$' || declared.has(text)) &&
      others.every((other) => isApart(other.path, rule.path)));
  const namesNothing = !addsNames(result, rule);
  return isDefault && isFixed && readsLittle && isAlone && shapesNothing && namesNothing;
}

function hasOneLabel({ label, shape }: CompiledResult | ResultRule): boolean {
  return label === shape;
}

/** True if keys carry the label of a shape, and not that of their values, for this rule alone. */
function addsNames(result: CompiledResult, { index, path }: ResultRule): boolean {
  const speaksOfKeys = result.rules.some(({ keys }) => keys !== undefined);
  if (!speaksOfKeys && [result, ...result.rules].every(hasOneLabel)) return false;
  const others = result.rules.filter((other) => other.index !== index);
  return path.selectors.some((selectors, level) => {
    const around = path.segments.slice(0, level).join('');
    const alike = others.filter((other) => other.path.segments.slice(0, level).join('') === around);
    const known = new Set(alike.flatMap((other) => other.path.selectors[level] ?? []));
    return selectors.some((name) => name.startsWith("'") && !known.has(name));
  });
}

function isTwin(rule: ResultRule, other: ResultRule): boolean {
  return rule.label === other.label && rule.shape === other.shape;
}

/** Fields that strangers write and that raise trust or widen readers. */
function lintReads({ compiled, result }: LintedResult, place: RulePlace): readonly Warning[] {
  const { rule, where } = place;
  const { space } = compiled.compiler;
  const own = rule.when.find(({ reads }) => labels(result, rule, reads));
  if (own !== undefined && rule.endorsed === undefined) {
    const message = `this rule labels \`${printBound(own.reads)}\`, which decides whether it holds: so it is joined with every label of the tool`;
    const hint =
      'match the other fields alone, or `endorse: { because: ... }` if it may be known whether it holds';
    return [warning({ code: 'field-decides', at: [...where, 'when'], message, hint })];
  }
  const reads = [...rule.when.map((each) => each.reads), ...rule.readersFrom];
  return reads.flatMap((bound) => {
    const field = labelOfRead(compiled, result, bound);
    if (space.flowsTo(field, rule.label)) return [];
    const fact = `\`${printBound(bound)}\` is labelled \`${field.text}\`, above the \`${rule.label.text}\` that it decides`;
    if (rule.endorsed === undefined) {
      const hint = 'give that field a label of its own, or `endorse: { because: ... }`';
      const message = `${fact}, so its label is joined in and nothing is lowered`;
      return [warning({ code: 'field-decides', at: where, message, hint })];
    }
    const hint = 'make sure that the reason under `because` holds for whoever writes that field';
    const message = `${fact}: whoever writes it can raise trust or widen readers`;
    return [warning({ code: 'field-decides', at: where, message, hint })];
  });
}

/** True if a rule labels what it reads: a key too, where no rule says the label of those. */
function labels(result: CompiledResult, rule: ResultRule, { path, ofKey }: BoundPath): boolean {
  if (!ofKey) return coversStart(rule.path, path);
  const map = mapOf(path);
  const isSaid = result.rules.some(({ keys, path: of }) => keys && covers(of, map));
  return coversStart(rule.path, isSaid ? map : path);
}

function labelOfRead(policy: CompiledPolicy, result: CompiledResult, bound: BoundPath): Label {
  if (!bound.ofKey) return labelAt(policy, result, bound.path);
  const map = mapOf(bound.path);
  const said = deepestAround(result.rules, map).flatMap(({ path, keys }) =>
    covers(path, map) ? (keys ?? []) : [],
  );
  if (said.length > 0) return said.reduce(policy.compiler.space.join);
  return policy.compiler.space.join(
    labelAt(policy, result, map),
    labelAt(policy, result, bound.path),
  );
}

/** The label of a field by its unconditional rules, the deepest first; else the default. */
function labelAt({ compiler }: CompiledPolicy, result: CompiledResult, path: Path): Label {
  const deepest = deepestAround(result.rules, path);
  if (deepest.length === 0) return result.label;
  return deepest.map((rule) => rule.label).reduce(compiler.space.join);
}

/** The unconditional rules on a field or on what stands around it, where no deeper one does. */
function deepestAround(rules: readonly ResultRule[], path: Path): readonly ResultRule[] {
  const around = rules.filter((rule) => !isConditional(rule) && coversStart(rule.path, path));
  const levels = Math.max(...around.map((rule) => rule.path.segments.length));
  return around.filter((rule) => rule.path.segments.length === levels);
}

function isConditional({ when, args }: ResultRule): boolean {
  return when.length + args.length > 0;
}

function raises({ compiled, result }: LintedResult, rule: ResultRule): boolean {
  const around = labelAt(compiled, result, rule.path);
  return !compiled.compiler.space.flowsTo(rule.label, around);
}

/**
 * A rule that is meant to raise reaches what its path finds. A field that a server or a stranger
 * calls otherwise (`Body`, `body_html`), or puts elsewhere, keeps the label around it.
 */
function lintAbove(tool: LintedResult, { rule, where }: RulePlace): readonly Warning[] {
  const others = tool.result.rules.filter((other) => other !== rule);
  const around = labelAt(tool.compiled, { ...tool.result, rules: others }, rule.path);
  const [nearest] = deepestAround(others, rule.path);
  if (findsAll(rule.path, nearest?.path.segments.length ?? 0)) return [];
  if (tool.compiled.compiler.space.flowsTo(rule.label, around)) return [];
  const message = `this raises the fields that it names, and any other stays \`${around.text}\``;
  const hint =
    'give the high label to what is around, and name in rules what may have the lower one';
  return [warning({ code: 'default-trusted', at: [...where, 'label'], message, hint })];
}

/** True if a path finds what stands so many levels above its end, or all that is in it. */
function findsAll({ selectors }: Path, levels: number): boolean {
  const [first, ...more] = selectors.slice(levels);
  return more.length === 0 && (first === undefined || first.includes('*'));
}

/** Rules whose label is raised again by the shape of a container around. */
function lintShape({ compiled, result }: LintedResult, place: RulePlace): readonly Warning[] {
  const { rule, where } = place;
  if (rule.path.segments.length === 0) return [];
  const containers = result.rules.filter(
    (other) =>
      !isConditional(other) &&
      other.path.segments.length < rule.path.segments.length &&
      coversStart(other.path, rule.path),
  );
  const deepest = containers.toSorted((a, b) => b.path.segments.length - a.path.segments.length)[0];
  const shapes = deepest === undefined ? [result.shape] : containers.map((other) => other.shape);
  // Below `..` the containers around are not declared, so they carry the label of what they hold.
  if (rule.path.singleLevels < rule.path.segments.length) shapes.push(result.label);
  const shape = shapes.find((each) => !compiled.compiler.space.flowsTo(each, rule.label));
  if (shape === undefined) return [];
  const message = `the label is raised to that of the shape around it, \`${shape.text}\``;
  const around = deepest === undefined ? 'of `result`' : `of \`rules[${deepest.index}]\``;
  const hint =
    rule.path.singleLevels < rule.path.segments.length
      ? 'write a path without `..`: the containers that it leads through can be declared'
      : 'if whoever adds elements may be trusted with it, ' +
        `write \`shape: ${rule.label.text}\` beside the \`label\` ${around}`;
  return [warning({ code: 'shape-raises', at: [...where, 'label'], message, hint })];
}

function lintSpans({ compiled, result, at }: LintedResult): readonly Warning[] {
  const { flowsTo } = compiled.compiler.space;
  return result.spans.flatMap((span) => {
    const where = [...at, 'spans', span.index];
    if (raisesByPattern(compiled.compiler, result.label, span)) return [patternRaises(where)];
    if (flowsTo(result.label, span.label)) return [];
    if (span.endorsed === undefined) {
      const message = 'the label of the text around is joined in, so this span lowers nothing';
      const hint = 'if it is meant to, add `endorse: { because: ... }`';
      return [warning({ code: 'span-idle', at: where, message, hint })];
    }
    const message = 'whoever writes the text can write what this span matches, and so raise trust';
    const hint = 'make sure that the reason under `because` holds';
    return [warning({ code: 'span-lowers', at: where, message, hint })];
  });
}

/** A failure may be known by what the result says (`isError`), and strangers can write that too. */
function lintFailed({ compiled, result, at }: LintedResult): readonly Warning[] {
  if (compiled.compiler.space.flowsTo(result.label, result.failed)) return [];
  const message = `a failure is \`${result.failed.text}\`, below a result, and may echo what one says`;
  const hint = 'leave it out, or write a label that is at least that of a result';
  return [warning({ code: 'failure-trusted', at: [...at, 'failed'], message, hint })];
}
