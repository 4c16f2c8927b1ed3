import { InexactNumber, withPlainNumbers } from '../../history/exact-number.ts';
import type { PlainTool } from '../../history/plain.ts';
import type { DocumentNode } from '../../history/structured.ts';
import type { Label } from '../../label/label.ts';
import { limits } from '../../limits.ts';
import { compilePath, compileReaders, compileWhen, readLabel, readOpenLabel } from './compiler.ts';
import type { BoundCondition, Compiler } from './compiler.ts';
import { readCondition, type Condition } from './condition.ts';
import { CountedSchema } from './counted-schema.ts';
import { rootPath, withParts, type BoundPath, type Path } from '../path/path.ts';
import type { Location } from '../problem.ts';
import { schemaPatternMistake } from '../pattern/regex.ts';
import { isMapping } from '../read/shape.ts';
import type { ArgumentSource, CallSource, OnViolationSource } from '../source.ts';

/** A ceiling, before the arguments are looked at. */
export interface CeilingRule {
  readonly name: string;
  readonly index: number;
  readonly when: readonly BoundCondition[];
  /** Where readers are computed: with nobody for a reader, unless the text names some. */
  readonly ceiling: Label;
  readonly readersFrom: readonly BoundPath[];
  readonly onViolation: OnViolationSource;
}

/** Bounds of one argument. */
export interface ArgumentRule {
  readonly path: Path;
  readonly holds: Condition;
  readonly optional: boolean;
}

/** A tool as a sink. */
export interface CompiledCall {
  readonly base: CeilingRule;
  readonly rules: readonly CeilingRule[];
  readonly arguments: readonly ArgumentRule[];
  readonly validate: ((args: DocumentNode) => boolean) | undefined;
  /** Canonical paths of the arguments that may be left out. */
  readonly optional: ReadonlySet<string>;
}

interface CallContext {
  readonly tool: string;
  readonly declared: PlainTool | undefined;
  readonly onViolation: OnViolationSource;
  readonly at: Location;
}

export function compileCall(
  compiler: Compiler,
  source: CallSource,
  place: CallContext,
): CompiledCall {
  const { tool, at, onViolation } = place;
  const ceilingOf = (
    rule: Pick<CallSource, 'ceiling' | 'readersFrom'>,
    where: Location,
  ): Pick<CeilingRule, 'ceiling' | 'readersFrom'> => ({
    ceiling: ceilingLabel(compiler, rule, where),
    readersFrom: compileReaders(compiler, rule.readersFrom ?? [], {
      at: [...where, 'readersFrom'],
      beside: rootPath,
      bare: 'an-argument',
    }),
  });
  const base: CeilingRule = {
    name: tool,
    index: -1,
    when: [],
    onViolation,
    ...ceilingOf(source, at),
  };
  const rules = (source.rules ?? []).map((rule, index): CeilingRule => {
    const where = [...at, 'rules', index];
    return {
      name: rule.name ?? `${tool} when ${Object.keys(rule.when).toSorted().join(', ')}`,
      index,
      when: compileWhen(compiler, rule.when, {
        at: [...where, 'when'],
        beside: rootPath,
        bare: 'an-argument',
      }),
      onViolation: rule.onViolation ?? onViolation,
      ...ceilingOf(rule, where),
    };
  });
  const bounds = Object.entries(source.arguments ?? {}).flatMap(([name, argument]) =>
    compileArgument(compiler, argument, { name, at: [...at, 'arguments', name] }),
  );
  const optional = new Set(bounds.filter((each) => each.optional).map((each) => each.path.text));
  const validate = validatorOf(compiler, source, place);
  return { base, rules, arguments: bounds, validate, optional };
}

function ceilingLabel(
  compiler: Compiler,
  rule: Pick<CallSource, 'ceiling' | 'readersFrom'>,
  where: Location,
): Label {
  const at = [...where, 'ceiling'];
  if (rule.readersFrom === undefined) return readLabel(compiler, rule.ceiling, at);
  return readOpenLabel(compiler, rule.ceiling, { at, rest: 'top' });
}

function compileArgument(
  compiler: Compiler,
  source: ArgumentSource,
  { name, at }: { readonly name: string; readonly at: Location },
): readonly ArgumentRule[] {
  const { allow, deny, optional = false, matches, atLeast, atMost } = source;
  const path = compilePath(compiler, name, { at, bare: 'an-argument' });
  const bounds = { in: allow, notIn: deny, matches, atLeast, atMost };
  const given = Object.fromEntries(
    Object.entries(bounds).filter(([, bound]) => bound !== undefined),
  );
  if (path === undefined) return [];
  if (Object.keys(given).length === 0) return [{ path, optional, holds: () => 'true' }];
  const read = readCondition(given, compiler.groups);
  if (read.kind === 'condition') return [{ path, optional, holds: read.holds }];
  compiler.report({ at, message: read.message, hint: read.hint });
  return [];
}

function validatorOf(
  { report }: Compiler,
  { schema }: CallSource,
  { declared, at, tool }: CallContext,
): CompiledCall['validate'] {
  if (schema === undefined) return undefined;
  if (schema === 'declared' && declared === undefined) {
    const hint = 'give the declared tools when the policy is loaded, or write the schema here';
    report({ at: [...at, 'schema'], message: `\`${tool}\` is not among the declared tools`, hint });
    return undefined;
  }
  const json = schema === 'declared' ? declared?.parameters : schema;
  const patterns = [...patternsIn(json)];
  for (const pattern of patterns) {
    const mistake = schemaPatternMistake(pattern);
    if (mistake === undefined) continue;
    report({ at: [...at, 'schema'], message: mistake.message, hint: mistake.hint });
  }
  const counted = evaluated(json);
  if (counted === undefined) {
    const hint = 'write a JSON Schema whose `$ref`s it holds itself';
    report({ at: [...at, 'schema'], message: 'the schema cannot be evaluated', hint });
    return undefined;
  }
  const hasSteps = hasKey(json, 'multipleOf');
  const areTextsRead = patterns.length > 0 || hasKey(json, 'format');
  const areItemsCompared = hasKey(json, 'uniqueItems');
  const isBounded = (args: DocumentNode): boolean =>
    (!areTextsRead || isShort(args)) && (!areItemsCompared || hasFew(args));
  const isValid = (args: DocumentNode): boolean => {
    if (readsAsWritten(args)) return counted.isValid(args.value);
    // A schema that both neighbours of a number keep is kept by it, but for steps in between.
    return !hasSteps && [0, 1].every((side) => counted.isValid(neighbours(args, side)));
  };
  return (args) => isBounded(args) && isValid(args);
}

/** `undefined` where it cannot be asked of anything. */
function evaluated(schema: PlainTool['parameters'] = {}): CountedSchema | undefined {
  try {
    const counted = new CountedSchema(schema);
    counted.isValid({});
    return counted;
  } catch {
    return undefined;
  }
}

function readsAsWritten(args: DocumentNode): boolean {
  return ![...withParts([args])].some(({ value }) => value instanceof InexactNumber);
}

function neighbours({ value }: DocumentNode, side: number): unknown {
  return withPlainNumbers(value, ({ between }) => between[side] ?? NaN);
}

/** True if comparing each two items of each list would not take long, whatever is in them. */
function hasFew(args: DocumentNode): boolean {
  let left = limits.schemaUniqueItemsMax ** 2;
  const sizeOf = ({ kind, children }: DocumentNode): number => {
    const inside = children.reduce((sum, child) => sum + sizeOf(child), 0);
    if (kind === 'sequence') left -= children.length * inside;
    return inside + 1;
  };
  sizeOf(args);
  return left >= 0;
}

function hasKey(schema: unknown, wanted: string): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  return Object.entries(schema).some(([key, value]) => key === wanted || hasKey(value, wanted));
}

/** True if no key or text is longer than a pattern or format of a schema may be asked of. */
function isShort(args: DocumentNode): boolean {
  const texts = [...withParts([args])].flatMap(({ key, value }) => [key, value]);
  const { schemaPatternCharactersMax } = limits;
  return texts.every(
    (text) => typeof text !== 'string' || text.length <= schemaPatternCharactersMax,
  );
}

/** The regular expressions of a JSON Schema, which run over what a model wrote. */
function* patternsIn(schema: unknown): Generator<string> {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'pattern' && typeof value === 'string') yield value;
    if (key === 'patternProperties' && isMapping(value)) yield* Object.keys(value);
    yield* patternsIn(value);
  }
}
