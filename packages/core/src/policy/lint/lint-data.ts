import type { Label, LabelSpace } from '../../label/label.ts';
import type { CompiledCall } from '../compile/compile-call.ts';
import type { DataArgument } from '../compile/compile-data.ts';
import type { CompiledPolicy } from '../compile/compile.ts';
import { warning, type Location, type Warning } from '../problem.ts';

/**
 * Warnings about data whose ceilings spare no question under labels per argument. What a call says
 * has one label, that of its draft, which must flow to the ceiling of each data argument that is
 * given: a single one at the call's ceiling holds all of the call there.
 */
export function lintData(compiled: CompiledPolicy, call: CompiledCall, at: Location): Warning[] {
  const { space } = compiled.compiler;
  const raised = call.data.filter((each) => isRaised(space, call, each));
  const [first] = raised;
  if (first === undefined) return [];
  const held = call.data.filter((each) => !raised.includes(each));
  const labels = labelsIn(compiled);
  const unmet =
    labels === undefined ? [] : raised.filter((each) => !isMet(space, call, { each, labels }));
  return [
    ...held.map(({ name }) => idle(at, name, heldWords(name, first.name))),
    ...unmet.map(({ name }) => idle(at, name, unmetWords(name))),
  ];
}

function idle(
  at: Location,
  name: string,
  words: { readonly message: string; readonly hint: string },
): Warning {
  return warning({ code: 'data-idle', at: [...at, 'data', name], onKey: true, ...words });
}

function heldWords(name: string, other: string) {
  return {
    message: `\`${name}\` is data without a ceiling above the call's: a call that gives it is asked about as if \`${other}\` had none`,
    hint: `give \`${name}\` a \`ceiling\`, too, or leave it out of \`data\`: then the user's own words must decide it`,
  };
}

function unmetWords(name: string) {
  return {
    message: `the ceiling of \`${name}\` spares no question: every label of this policy that flows to it flows to the call's, too`,
    hint: 'say in `result` who may read what others wrote, so that it flows there; to raise the ceiling lets out what only some may read',
  };
}

/** True if its ceiling may be above the call's. */
function isRaised({ flowsTo }: LabelSpace, call: CompiledCall, data: DataArgument): boolean {
  const rules = rulesOf(call);
  const isComputed = rules.some(({ readersFrom }) => readersFrom.length > 0);
  if (data.namesReaders && isComputed) return true;
  return rules.some(({ ceiling }) => !flowsTo(data.ceilingUnder(ceiling), ceiling));
}

/** True if some label flows to the ceiling of an argument and not to that of its call. */
function isMet(
  { flowsTo, meet }: LabelSpace,
  call: CompiledCall,
  { each, labels }: { readonly each: DataArgument; readonly labels: readonly Label[] },
): boolean {
  const rules = rulesOf(call);
  if (rules.some(({ readersFrom }) => readersFrom.length > 0)) return true;
  // Where several rules hold, the meet of their ceilings counts.
  const lowest = rules.map(({ ceiling }) => ceiling).reduce(meet);
  return rules.some(({ ceiling }) =>
    labels.some((label) => flowsTo(label, each.ceilingUnder(ceiling)) && !flowsTo(label, lowest)),
  );
}

function rulesOf({ base, rules }: CompiledCall): CompiledCall['rules'] {
  return [base, ...rules];
}

/**
 * The labels of all that may enter a run: any other is a join of these. `undefined` where a result
 * says who may read it, which can be anybody.
 */
function labelsIn(compiled: CompiledPolicy): readonly Label[] | undefined {
  const { tools, unlabelled, system, user, providerTools } = compiled;
  const results = [...tools.values()].flatMap(({ result }) => result ?? []);
  const rules = results.flatMap((result) => result.rules);
  if (rules.some(({ readersFrom }) => readersFrom.length > 0)) return undefined;
  return [
    unlabelled,
    ...[system, user, ...results].flatMap(({ label, spans }) => [label, ...spans.map(labelOf)]),
    ...results.flatMap(({ shape, failed }) => [shape, failed]),
    ...rules.flatMap(({ label, shape, keys }) => [label, shape, ...(keys ? [keys] : [])]),
    ...[...providerTools.values()].map(({ result }) => result),
  ];
}

function labelOf({ label }: { readonly label: Label }): Label {
  return label;
}
