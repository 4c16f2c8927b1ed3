import { isRecord } from '../../history/document.ts';
import { parseStructured, type DocumentNode } from '../../history/structured.ts';
import type { Label } from '../../label/label.ts';
import { meetAll } from '../../label/lattice.ts';
import type { CeilingRule, CompiledCall } from '../compile/compile-call.ts';
import type { BoundCondition, Compiler } from '../compile/compiler.ts';
import { withMissing } from '../compile/condition.ts';
import { both, type Truth } from '../operators/truth.ts';
import { withParts, type Lack, type Path } from '../path/path.ts';
import { PatternBudget } from '../pattern/pattern-budget.ts';
import type { DenyReason, OnViolation, Ruling } from '../policy.ts';
import { namesIn, withReaders } from '../compile/readers-from.ts';
import { hasForm, holdsDirectives } from './directives.ts';

export type ArgsReading =
  | { readonly kind: 'args'; readonly args: DocumentNode }
  | { readonly kind: 'unreadable'; readonly reason: DenyReason };

/**
 * Reads the arguments of a call: one JSON object, no key twice, and none called `__proto__`. What
 * stands below that key would become arguments of their own in a tool that copies the object.
 */
export function readArgs(text: string): ArgsReading {
  const read = parseStructured(text, 'json');
  if (read.kind === 'unreadable') {
    const twice = read.because === 'duplicate-keys';
    return { kind: 'unreadable', reason: twice ? 'duplicate-keys' : 'arguments-unparseable' };
  }
  const { root } = read;
  if (root.kind !== 'mapping') return { kind: 'unreadable', reason: 'arguments-unparseable' };
  if (mayHoldProto.test(text) && [...withParts([root])].some(({ key }) => key === '__proto__')) {
    return { kind: 'unreadable', reason: 'arguments-invalid' };
  }
  return { kind: 'args', args: root };
}

/** An escape may stand for any of its letters. */
const mayHoldProto = /__proto__|\\/;

/** The ruling on arguments that could be read. */
export function ruleArgs(compiler: Compiler, call: CompiledCall, args: DocumentNode): Ruling {
  const rule = call.base.name;
  const patterns = new PatternBudget();
  const bounded = call.arguments.every((bound) => isWithin(bound, args, patterns));
  if (!bounded) return { kind: 'deny', rule, reason: 'argument-not-allowed' };
  if (call.schema?.allows(args) === false) {
    return { kind: 'deny', rule, reason: 'arguments-invalid' };
  }
  const judged = call.rules.map((each) => ({ each, holds: truthOf(each.when, args, patterns) }));
  const active = judged.filter(({ holds }) => holds !== 'false').map(({ each }) => each);
  const isReplaced = judged.some(({ each, holds }) => holds === 'true' && !each.readsData);
  const deciding = isReplaced ? active : [call.base, ...active];
  const unknown = judged.some(({ holds }) => holds === 'unknown');
  // A condition that could not be read may have been one that forbids.
  const ceiling = unknown
    ? compiler.space.bottom
    : meetAll(
        compiler.space,
        deciding.map((each) => ceilingOf(compiler, each, { args, optional: call.optional })),
      );
  return {
    kind: 'ceiling',
    rule: [...new Set(deciding.map(({ name }) => name))].toSorted().join(', '),
    ceiling,
    perArgument: unknown ? {} : dataCeilings(compiler, call, { args, ceiling }),
    onViolation: strictest(deciding.map(({ onViolation }) => onViolation)),
  };
}

/** The arguments that are outside of their limits. */
export function outOfBounds(
  { arguments: bounds }: CompiledCall,
  args: DocumentNode,
): readonly string[] {
  const patterns = new PatternBudget();
  return bounds.flatMap((bound) => (isWithin(bound, args, patterns) ? [] : bound.path.text));
}

/** The ceilings of data arguments that are given, by name. */
function dataCeilings(
  { space }: Compiler,
  { data }: CompiledCall,
  { args, ceiling }: { readonly args: DocumentNode; readonly ceiling: Label },
): Readonly<Record<string, Label>> {
  if (data.length === 0 || !isRecord(args.value)) return {};
  const { value } = args;
  const given = data.filter(({ name }) => Object.hasOwn(value, name) && value[name] !== null);
  return Object.fromEntries(
    given.map(({ name, form, ceilingUnder, linksUnder }) => {
      const own = ceilingUnder(ceiling);
      const said = value[name];
      // What has another form may be acted on, so it counts as control.
      if (!hasForm(said, form)) return [name, space.meet(own, ceiling)];
      return [name, holdsDirectives(said) ? space.meet(own, linksUnder(ceiling)) : own];
    }),
  );
}

/** The strictest of several rules counts: block, then ask, then log. */
export function strictest(words: readonly OnViolation[]): OnViolation {
  if (words.includes('block')) return 'block';
  return words.includes('ask') || words.length === 0 ? 'ask' : 'log';
}

function isWithin(
  { path, holds, optional }: CompiledCall['arguments'][number],
  args: DocumentNode,
  patterns: PatternBudget,
): boolean {
  const { values, lack } = readAt(path, args);
  if (lack === 'left-out' && !optional) return false;
  if (optional && lack !== 'other-form' && values.every((value) => value === null)) return true;
  const read = withMissing(values, optional && lack === 'left-out' ? 'nothing' : lack);
  return read.length > 0 && holds(read, patterns) === 'true';
}

/** Says if all of these conditions hold of the arguments of a call. */
export function truthOf(
  conditions: readonly BoundCondition[],
  args: DocumentNode,
  patterns: PatternBudget,
): Truth {
  return both(
    conditions.map(({ reads, holds }) => {
      const { values, lack } = readAt(reads.path, args);
      return holds(withMissing(values, lack), patterns);
    }),
  );
}

/** Missing, empty or unreadable readers make the ceiling bottom: whoever may read is not known. */
function ceilingOf(
  compiler: Compiler,
  rule: CeilingRule,
  { args, optional }: { readonly args: DocumentNode; readonly optional: ReadonlySet<string> },
): Label {
  const { space } = compiler;
  if (rule.readersFrom.length === 0) return rule.ceiling;
  const names: string[] = [];
  for (const { path } of rule.readersFrom) {
    const found = readersAt(path, args, optional.has(path.text));
    if (found === undefined) return space.bottom;
    names.push(...found);
  }
  const computed = names.length === 0 ? undefined : withReaders(compiler, space.top, names);
  return computed === undefined ? space.bottom : space.meet(rule.ceiling, computed);
}

function readersAt(
  path: Path,
  args: DocumentNode,
  optional: boolean,
): readonly string[] | undefined {
  const { values, lack } = readAt(path, args);
  if (lack === 'other-form' || (lack === 'left-out' && !optional)) return undefined;
  const absent = values.every(
    (value) => value === null || (Array.isArray(value) && value.length === 0),
  );
  if (optional && absent) return [];
  return namesIn(values, { emptyList: 'unreadable' });
}

/** The values at a path of the arguments, and whether some argument on the way has none there. */
function readAt(
  path: Path,
  args: DocumentNode,
): { readonly values: readonly unknown[]; readonly lack: Lack } {
  return {
    values: path.find(args).map(({ value }) => value),
    lack: path.lack(args, { ofItems: true }),
  };
}
