import type { Label } from '../../label/label.ts';
import { compiledPartsOf } from '../load.ts';
import type { Policy, Ruling } from '../policy.ts';
import type { CallSource, WhenSource } from '../source.ts';
import { argumentSinks } from './argument-sinks.ts';
import { choicesOf, firstOfEach, stranger, type Variable } from './cells.ts';
import { argumentsWith, documentWith } from './document.ts';
import { eachName } from './each-name.ts';
import { requiredOf, type Schema } from './example-value.ts';
import { fitsSchema, fittedTo, withoutDemands } from './fitted.ts';
import { ofNoName, schemaLimits } from './schema-limits.ts';
import { sinkOf, type Sink } from './sink.ts';
import { groupsIn, peopleIn, sourcesOf, toolNamesIn, variablesOf, type Sides } from './sides.ts';
import { shownTool, unnamedTool } from './sources.ts';

export interface Sinks {
  readonly all: readonly Sink[];
  /** Arguments that only say something. */
  readonly ofArguments: readonly Sink[];
  readonly gaps: readonly string[];
  /** The tools for which no call was found that fits the schema in the policy. */
  readonly stuck: readonly string[];
}

/**
 * Every sink, once for each pair of rulings that it can have; calls that `tellApart` gives another
 * text are kept apart besides.
 */
export function sinksIn(
  sides: Sides,
  tellApart: (call: NonNullable<Sink['call']>) => string = () => '',
): Sinks {
  const found = [...toolNamesIn(sides), unnamedTool].map((tool) => callsOf(sides, tool));
  const calls = found.flatMap(({ tool, calls: own }) =>
    own.map((args) => callSink(sides, tool, args)),
  );
  const all = [...calls, ...answersOf(sides), ...modelsOf(sides)];
  return {
    all: firstOfEach(
      all,
      ({ name, key, call }) => `${name}\n${key}\n${call ? tellApart(call) : ''}`,
    ),
    ofArguments: found.flatMap((each) => argumentSinks(sides, each)),
    gaps: found.flatMap(({ gaps }) => gaps),
    stuck: found.filter(({ isStuck }) => isStuck).map(({ tool }) => tool),
  };
}

/** A call is ruled on in microseconds. */
const callsMax = 16_384;

interface CallsOf {
  readonly tool: string;
  readonly calls: readonly string[];
  readonly gaps: readonly string[];
  readonly isStuck: boolean;
}

function callsOf(sides: Sides, tool: string): CallsOf {
  const sources = sourcesOf(sides).flatMap(({ tools }) => {
    const call = tools[tool]?.call;
    return call === undefined || call === 'never' ? [] : [call];
  });
  const rules = sources.flatMap((call) => call.rules ?? []);
  const readers = [...sources, ...rules].flatMap(({ readersFrom = [] }) => readersFrom);
  const schemas = schemasOf(sides, tool);
  const written = [...rules.map(({ when }) => when), ...sources.map(limitsOf)];
  const asked = new Set([...written.flatMap(Object.keys), ...readers].flatMap(eachName));
  const isOpen = sources.length < 2 || sources.some(({ schema }) => schema === undefined);
  const whens = [...written, ...schemaLimits(isOpen ? [...schemas, {}] : schemas, asked)];
  const read = { groups: groupsIn(sides), people: peopleIn(sides), readers };
  const variables = variablesOf(whens, read)
    .map(ofNoName)
    .map((variable) => (isOpen ? variable : withinSchemas(variable, schemas)));
  const choices = choicesOf(variables, callsMax);
  const paths = variables.map(({ path }) => path);
  const made = choices.all.map((choice) => argumentsWith(paths, choice));
  const tried = made.map((args) => fitting(sides, { tool, args, schemas }));
  const calls = [...new Set(tried.flatMap(({ calls: own }) => own))];
  const forms = new Set(sourcesOf(sides).map(({ tools }) => schemaOf(tools[tool]?.call)));
  const isStuck = schemas.length > 0 && isDenied(sides, tool, calls);
  const shown = shownTool(tool);
  const gaps = [
    ...(choices.isComplete ? [] : [`calls of ${shown}: more conditions than can be combined`]),
    ...(forms.size > 1 ? [`calls of ${shown}: the JSON Schema of its arguments is another`] : []),
    ...(!isStuck && tried.some(({ isMissed }) => isMissed)
      ? [`calls of ${shown}: none of some kind was found that fits its schema`]
      : []),
  ];
  return { tool, calls, gaps, isStuck };
}

/** Without the values that all schemas refuse, whatever stands beside them: no such call runs. */
function withinSchemas({ path, values }: Variable, schemas: readonly Schema[]): Variable {
  const taken = values.filter((value) => {
    const args = argumentsWith([path], new Map([[path, value]]));
    return schemas.some((schema) => mayHold(schema, args));
  });
  return { path, values: taken.length > 0 ? taken : values };
}

function schemaOf(call: 'never' | CallSource | undefined): string {
  return typeof call === 'object' ? JSON.stringify(call.schema ?? '') : '""';
}

/** Limits of arguments, read as conditions: both tell the same values apart. */
function limitsOf({ arguments: limits = {} }: CallSource): WhenSource {
  return Object.fromEntries(
    Object.entries(limits).map(([path, { allow, deny, optional: _, ...rest }]) => [
      path,
      { ...rest, ...(allow && { in: allow }), ...(deny && { notIn: deny }) },
    ]),
  );
}

/** The schemas of a tool's arguments under both policies, each once. */
function schemasOf({ before, after }: Sides, tool: string): readonly Schema[] {
  const found = [before, after].flatMap((policy): readonly Schema[] => {
    const call = compiledPartsOf(policy).tools.get(tool)?.call;
    if (call === undefined || call === 'never' || call.schema === undefined) return [];
    return [call.schema.json];
  });
  return firstOfEach(found, (schema) => JSON.stringify(schema));
}

interface Made {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly schemas: readonly Schema[];
}

/**
 * Calls with these arguments and what the schemas want besides. `isMissed`: other arguments beside
 * them may fit, and none were found.
 */
function fitting(
  { before, after }: Sides,
  { tool, args, schemas }: Made,
): { readonly calls: readonly string[]; readonly isMissed: boolean } {
  const wanted = schemas.flatMap((schema) => Object.entries(requiredOf(schema)));
  const plain = JSON.stringify({ ...Object.fromEntries(wanted), ...args });
  const isRefused = (policy: Policy, call: string): boolean => {
    const ruling = policy.ruleCall(tool, call);
    return ruling.kind === 'deny' && ruling.reason === 'arguments-invalid';
  };
  // One of two schemas may want less beside them.
  const first = schemas.length > 1 ? [plain, JSON.stringify(args)] : [plain];
  const missing = [before, after].filter((policy) => isRefused(policy, plain));
  if (missing.length === 0) return { calls: first, isMissed: false };
  const others = schemas
    .flatMap((schema) => fittedTo(schema, args))
    .map((each) => JSON.stringify(each));
  const found = missing.map((policy) => others.find((call) => !isRefused(policy, call)));
  const isMissed = found.includes(undefined) && schemas.some((schema) => mayHold(schema, args));
  return { calls: [...first, ...found.filter((call) => call !== undefined)], isMissed };
}

/** True unless these values break the schema, whatever stands beside them. */
function mayHold(schema: Schema, args: unknown): boolean {
  return fitsSchema(withoutDemands(schema), args);
}

function isDenied({ after }: Sides, tool: string, calls: readonly string[]): boolean {
  return calls.every((args) => after.ruleCall(tool, args).kind === 'deny');
}

function callSink(sides: Sides, tool: string, args: string): Sink {
  return sinkOf(sides, {
    name: shownTool(tool),
    ruling: (policy) => policy.ruleCall(tool, args),
    call: { tool, args },
  });
}

function answersOf(sides: Sides): readonly Sink[] {
  const fields = sourcesOf(sides).flatMap(({ answer }) => answer.fields ?? []);
  const paths = fields.flatMap(({ path }) => path).flatMap(eachName);
  const texts = [
    ['the answer', stranger],
    ['an answer with a link', `[a](https://${stranger}.example/)`],
    ...paths.map((path) => [
      `${path} of the answer`,
      JSON.stringify(documentWith([path], new Map())),
    ]),
  ] as const;
  return texts.flatMap(([name = '', text = '']) =>
    [false, true].map((structured) =>
      sinkOf(sides, { name, ruling: (policy) => policy.ruleAnswer(text, { structured }) }),
    ),
  );
}

function modelsOf(sides: Sides): readonly Sink[] {
  const models = new Set(sourcesOf(sides).flatMap(({ models: named = {} }) => Object.keys(named)));
  const cleared = [...models, '*'].flatMap((model) =>
    (['main', 'judge'] as const).map((role) => {
      const other = role === 'judge' ? 'a second model' : 'the model';
      const name = model === '*' ? `${other} (any other)` : `${other} \`${model}\``;
      return sinkOf(sides, {
        name,
        ruling: (policy) => ceilingOnly(policy.clearance(model, role)),
      });
    }),
  );
  const search = sinkOf(sides, {
    name: "the provider's web_search",
    ruling: (policy) => ceilingOnly(policy.providerTool('web_search')?.ceiling),
  });
  return [...cleared, search];
}

function ceilingOnly(ceiling: Label | undefined): Ruling {
  const rule = 'clearance';
  if (ceiling === undefined) return { kind: 'never', rule, onViolation: 'block' };
  return { kind: 'ceiling', rule, ceiling, perArgument: {}, onViolation: 'block' };
}
