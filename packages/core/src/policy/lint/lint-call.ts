import type { PlainTool } from '../../history/plain.ts';
import { isRecord } from '../../history/document.ts';
import type { CompiledCall, CeilingRule } from '../compile/compile-call.ts';
import type { CompiledPolicy } from '../compile/compile.ts';
import { operatorsOfBounds } from '../compile/compile-call.ts';
import { contradiction, implies, isImpossible, printWhen } from './implies.ts';
import { lintHeldBack } from './lint-lists.ts';
import { lintCallReaders } from './lint-readers.ts';
import { nearest, warning, type Location, type Warning } from '../problem.ts';
import { strictest } from '../ruling/rule-call.ts';
import type { CallSource } from '../source.ts';

interface LintedCall {
  readonly compiled: CompiledPolicy;
  readonly call: CompiledCall;
  readonly source: CallSource;
  readonly declared: PlainTool | undefined;
  readonly at: Location;
}

/** Warnings about a tool as a sink. */
export function lintCall(place: LintedCall): readonly Warning[] {
  const { call, at } = place;
  return [
    ...lintCallReaders(place.compiled.compiler, call.base, at),
    ...call.rules.flatMap((rule) => {
      const where = [...at, 'rules', rule.index];
      const ofReaders = lintCallReaders(place.compiled.compiler, rule, where);
      return [...lintRule(place, rule, where), ...ofReaders];
    }),
    ...lintBounds(place),
    ...lintArguments(place),
    ...lintUnread(place),
  ];
}

function lintRule(
  { compiled, call, source }: LintedCall,
  rule: CeilingRule,
  at: Location,
): readonly Warning[] {
  const when = source.rules?.[rule.index]?.when;
  const { groups } = compiled.compiler;
  const impossible = contradiction(when, groups);
  if (impossible !== undefined) {
    const hint = 'leave the rule out, or correct the condition';
    const message = 'this rule can never hold';
    return [warning({ code: 'rule-idle', at: [...at, 'when', impossible], message, hint })];
  }
  const { flowsTo } = compiled.compiler.space;
  const winner = call.rules.find((other) => {
    const otherWhen = source.rules?.[other.index]?.when;
    return (
      other.index !== rule.index &&
      implies(when, otherWhen, groups) &&
      rule.readersFrom.length === 0 &&
      flowsTo(other.ceiling, rule.ceiling) &&
      strictest([rule.onViolation, other.onViolation]) === other.onViolation &&
      (printWhen(when) !== printWhen(otherWhen) ||
        other.ceiling !== rule.ceiling ||
        other.onViolation !== rule.onViolation ||
        other.index < rule.index)
    );
  });
  if (winner === undefined) {
    if (repeatsBase(compiled, call, rule)) {
      const message = `\`${rule.name}\` changes nothing: its ceiling is the one beside \`rules\``;
      const hint = 'leave it out, or give it another ceiling';
      return [warning({ code: 'rule-idle', at, message, hint })];
    }
    return lintHeldBack(compiled.compiler, call, { rule, when, at });
  }
  const message = `\`${rule.name}\` changes nothing: \`${winner.name}\` always holds with it and is as strict`;
  const hint = 'leave one out: of several rules that hold the meet of the ceilings counts';
  return [warning({ code: 'rule-idle', at, message, hint })];
}

/**
 * True if the ceiling is the same with and without this rule. Beside a rule that is wider it
 * narrows what counts where both hold.
 */
function repeatsBase(
  { compiler }: CompiledPolicy,
  { base, rules }: CompiledCall,
  rule: CeilingRule,
): boolean {
  const isSame = (other: CeilingRule): boolean =>
    other.ceiling === rule.ceiling &&
    other.onViolation === rule.onViolation &&
    readersOf(other) === readersOf(rule);
  const isAsStrict = (other: CeilingRule): boolean =>
    isSame(other) ||
    (rule.readersFrom.length === 0 &&
      compiler.space.flowsTo(other.ceiling, rule.ceiling) &&
      strictest([rule.onViolation, other.onViolation]) === other.onViolation);
  return isSame(base) && rules.every(isAsStrict);
}

function readersOf({ readersFrom }: CeilingRule): string {
  return readersFrom
    .map(({ path }) => path.text)
    .toSorted()
    .join('\n');
}

/** Bounds of one argument that no value can keep. */
function lintBounds({ compiled, source, at }: LintedCall): readonly Warning[] {
  return Object.entries(source.arguments ?? {}).flatMap(([name, bounds]) => {
    const { optional = false } = bounds;
    if (!isImpossible(operatorsOfBounds(bounds), compiled.compiler.groups)) return [];
    const message = optional
      ? `no value of \`${name}\` keeps these bounds, so only calls without it can pass`
      : `no value of \`${name}\` keeps these bounds, so no call can ever pass`;
    const hint = 'leave out the bound that excludes the others, or say `call: never`';
    const where = [...at, 'arguments', name];
    return [warning({ code: 'bounds-impossible', at: where, message, hint })];
  });
}

/** The arguments that the tool is declared with, or that the policy's own schema names. */
function knownArguments({ source, declared }: LintedCall): readonly string[] {
  const schema = declared?.parameters ?? source.schema;
  const properties = isRecord(schema) ? schema['properties'] : undefined;
  return isRecord(properties) ? Object.keys(properties) : [];
}

/** Arguments that by their names say who will read, where others are looked at for that. */
function lintUnread(place: LintedCall): readonly Warning[] {
  const { call, source, at } = place;
  const bounds = Object.entries(source.arguments ?? {});
  const listed = new Set(
    bounds.flatMap(([name, { allow }]) => (allow === undefined ? [] : [name])),
  );
  const names = knownArguments(place).filter(
    (name) => mayNameReaders(name.toLowerCase().replaceAll(/[_-]/g, '')) && !listed.has(name),
  );
  return [call.base, ...call.rules].flatMap(({ index, readersFrom }) => {
    const read = new Set(readersFrom.flatMap(({ path }) => path.selectors[0] ?? []));
    const unread = names.filter((name) => !read.has(`'${name}'`));
    if (readersFrom.length === 0 || unread.length === 0) return [];
    const where = index === -1 ? at : [...at, 'rules', index];
    const message = `\`${unread.join('`, `')}\` may name readers too, and nothing here looks at it`;
    const hint =
      'add it to `readersFrom`; where it may be left out, say `optional` under `arguments`';
    return [warning({ code: 'readers-unread', at: [...where, 'readersFrom'], message, hint })];
  });
}

const addressed = /^(?:to|cc|bcc)(?:addresses|address|emails?|recipients?)?$/;
const invited = /^(?:recipients?|attendees?|participants?|invitees?|guests?|shared?with)$/;

function mayNameReaders(name: string): boolean {
  return addressed.test(name) || invited.test(name);
}

/** Names of arguments that the declared schema does not have. */
function lintArguments(place: LintedCall): readonly Warning[] {
  const { source, declared, at } = place;
  if (!isRecord(declared?.parameters['properties'])) return [];
  const known = knownArguments(place);
  const used: readonly (readonly [string, Location])[] = [
    ...Object.keys(source.arguments ?? {}).map((name) => [name, ['arguments', name]] as const),
    ...Object.keys(source.data ?? {}).map((name) => [name, ['data', name]] as const),
    ...(source.readersFrom ?? []).map((name, index) => [name, ['readersFrom', index]] as const),
    ...(source.rules ?? []).flatMap((rule, index) =>
      Object.keys(rule.when).map((name) => [name, ['rules', index, 'when', name]] as const),
    ),
  ];
  return used
    .filter(([name]) => !name.startsWith('$') && !known.includes(name))
    .map(([name, where]) => {
      const near = nearest(name, known) ?? known.join('`, `');
      const message = `the tool declares no argument \`${name}\`: it is always missing`;
      const hint = `write \`${near}\``;
      return warning({ code: 'argument-unknown', at: [...at, ...where], message, hint });
    });
}
