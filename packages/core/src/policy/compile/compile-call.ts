import type { PlainTool } from '../../history/plain.ts';
import type { Label } from '../../label/label.ts';
import { rootPath, type BoundPath, type Path } from '../path/path.ts';
import type { Location } from '../problem.ts';
import type {
  ArgumentSource,
  CallRuleSource,
  CallSource,
  OnViolationSource,
  OperatorsSource,
} from '../source.ts';
import { compileSchema, type ArgumentSchema } from './argument-schema.ts';
import { compilePath, compileReaders, compileWhen, readLabel, readOpenLabel } from './compiler.ts';
import type { BoundCondition, Compiler } from './compiler.ts';
import { compileData, readsArgument, type DataArgument } from './compile-data.ts';
import { readCondition, type Condition } from './condition.ts';

/** A ceiling, before the arguments are looked at. */
export interface CeilingRule {
  readonly name: string;
  readonly index: number;
  readonly when: readonly BoundCondition[];
  /** Where readers are computed: with nobody for a reader, unless the text names some. */
  readonly ceiling: Label;
  readonly readersFrom: readonly BoundPath[];
  readonly onViolation: OnViolationSource;
  /** Its condition reads an argument that only says something, so it only lowers the ceiling. */
  readonly readsData: boolean;
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
  readonly schema: ArgumentSchema | undefined;
  /** The arguments that only say something; all others are control. */
  readonly data: readonly DataArgument[];
  /** Canonical paths of the arguments that may be left out. */
  readonly optional: ReadonlySet<string>;
}

interface CallContext {
  readonly tool: string;
  readonly declared: PlainTool | undefined;
  readonly onViolation: OnViolationSource;
  readonly at: Location;
}

interface RuleContext extends CallContext {
  readonly index: number;
  /** The arguments that are data. */
  readonly data: readonly string[];
}

export function compileCall(
  compiler: Compiler,
  source: CallSource,
  place: CallContext,
): CompiledCall {
  const { tool, at, onViolation } = place;
  const base: CeilingRule = {
    name: tool,
    index: -1,
    when: [],
    onViolation,
    readsData: false,
    ...ceilingOf(compiler, source, at),
  };
  const names = Object.keys(source.data ?? {});
  const rules = (source.rules ?? []).map((rule, index) =>
    compileRule(compiler, rule, { ...place, index, data: names, at: [...at, 'rules', index] }),
  );
  const bounds = Object.entries(source.arguments ?? {}).flatMap(([name, argument]) =>
    compileArgument(compiler, argument, { name, at: [...at, 'arguments', name] }),
  );
  const optional = new Set(bounds.filter((each) => each.optional).map((each) => each.path.text));
  const schema = compileSchema(compiler, source.schema, {
    tool,
    declared: place.declared,
    at: [...at, 'schema'],
  });
  const data = compileData(compiler, { source, rules: [base, ...rules], at });
  return { base, rules, arguments: bounds, schema, data, optional };
}

function compileRule(
  compiler: Compiler,
  rule: CallRuleSource,
  { tool, onViolation, at, index, data }: RuleContext,
): CeilingRule {
  const when = compileWhen(compiler, rule.when, {
    at: [...at, 'when'],
    beside: rootPath,
    bare: 'an-argument',
  });
  return {
    name: rule.name ?? `${tool} when ${Object.keys(rule.when).toSorted().join(', ')}`,
    index,
    when,
    readsData: when.some(({ reads }) => data.some((name) => readsArgument(reads.path, name))),
    onViolation: rule.onViolation ?? onViolation,
    ...ceilingOf(compiler, rule, at),
  };
}

function ceilingOf(
  compiler: Compiler,
  rule: Pick<CallSource, 'ceiling' | 'readersFrom'>,
  at: Location,
): Pick<CeilingRule, 'ceiling' | 'readersFrom'> {
  return {
    ceiling: ceilingLabel(compiler, rule, at),
    readersFrom: compileReaders(compiler, rule.readersFrom ?? [], {
      at: [...at, 'readersFrom'],
      beside: rootPath,
      bare: 'an-argument',
    }),
  };
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
  const { optional = false } = source;
  const path = compilePath(compiler, name, { at, bare: 'an-argument' });
  const bounds = operatorsOfBounds(source);
  if (path === undefined) return [];
  if (Object.values(bounds).every((bound) => bound === undefined)) {
    return [{ path, optional, holds: () => 'true' }];
  }
  const read = readCondition(bounds, compiler.groups);
  if (read.kind === 'condition') return [{ path, optional, holds: read.holds }];
  compiler.report({ at, message: read.message, hint: read.hint });
  return [];
}

/** The same bounds as a condition. One that was added to the source alone is not dropped here. */
export function operatorsOfBounds(source: ArgumentSource): OperatorsSource {
  const { allow, deny, optional: _, ...others } = source;
  return { in: allow, notIn: deny, ...others };
}
