import type { PlainTool } from '../../history/plain.ts';
import type { Label } from '../../label/label.ts';
import { rootPath, type BoundPath, type Path } from '../path/path.ts';
import type { Location } from '../problem.ts';
import type { ArgumentSource, CallSource, OnViolationSource, OperatorsSource } from '../source.ts';
import { compileSchema, type ArgumentSchema } from './argument-schema.ts';
import { compilePath, compileReaders, compileWhen, readLabel, readOpenLabel } from './compiler.ts';
import type { BoundCondition, Compiler } from './compiler.ts';
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
  readonly validate: ArgumentSchema | undefined;
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
  const validate = compileSchema(compiler, source.schema, {
    tool,
    declared: place.declared,
    at: [...at, 'schema'],
  });
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
