import type { PlainTool } from '../history/plain.ts';
import type { CompiledCall, CeilingRule } from './compile-call.ts';
import type { CompiledPolicy } from './compile.ts';
import { contradiction, implies, printWhen } from './implies.ts';
import { lintHeldBack } from './lint-lists.ts';
import { nearest, type Finding, type Location } from './problem.ts';
import { strictest } from './rule-call.ts';
import { isMapping } from './shape.ts';
import type { CallSource } from './source.ts';

interface Place {
  readonly compiled: CompiledPolicy;
  readonly call: CompiledCall;
  readonly source: CallSource;
  readonly declared: PlainTool | undefined;
  readonly at: Location;
}

/** Warnings about a tool as a sink. */
export function lintCall(place: Place): readonly Finding[] {
  const { call, at } = place;
  return [
    ...call.rules.flatMap((rule) => lintRule(place, rule, [...at, 'rules', rule.index])),
    ...lintArguments(place),
  ];
}

function lintRule(
  { compiled, call, source }: Place,
  rule: CeilingRule,
  at: Location,
): readonly Finding[] {
  const when = source.rules?.[rule.index]?.when;
  const impossible = contradiction(when);
  if (impossible !== undefined) {
    const hint = 'leave the rule out, or correct the condition';
    const message = 'this rule can never hold';
    return [{ severity: 'warning', at: [...at, 'when', impossible], message, hint }];
  }
  const { flowsTo } = compiled.compiler.space;
  const winner = call.rules.find((other) => {
    const otherWhen = source.rules?.[other.index]?.when;
    return (
      other.index !== rule.index &&
      implies(when, otherWhen) &&
      rule.readersFrom.length === 0 &&
      flowsTo(other.ceiling, rule.ceiling) &&
      strictest([rule.onViolation, other.onViolation]) === other.onViolation &&
      (printWhen(when) !== printWhen(otherWhen) ||
        other.ceiling !== rule.ceiling ||
        other.onViolation !== rule.onViolation ||
        other.index < rule.index)
    );
  });
  if (winner === undefined) return lintHeldBack(compiled.compiler, call, { rule, when, at });
  const message = `\`${rule.name}\` changes nothing: \`${winner.name}\` always holds with it and is as strict`;
  const hint = 'leave one out: of several rules that hold the meet of the ceilings counts';
  return [{ severity: 'warning', at, message, hint }];
}

/** Names of arguments that the declared schema does not have. */
function lintArguments({ source, declared, at }: Place): readonly Finding[] {
  const properties = declared?.parameters['properties'];
  if (!isMapping(properties)) return [];
  const known = Object.keys(properties);
  const used: readonly (readonly [string, Location])[] = [
    ...Object.keys(source.arguments ?? {}).map((name) => [name, ['arguments', name]] as const),
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
      return { severity: 'warning', at: [...at, ...where], message, hint: `write \`${near}\`` };
    });
}
