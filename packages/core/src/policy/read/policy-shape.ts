import { isMapping, anyText, anything, boolean, list, mapping, number } from './shape.ts';
import { oneOf, record, scalar, text, withExample, type JsonSchema, type Shape } from './shape.ts';
import { either, object } from './shape-object.ts';
import type * as source from '../source.ts';

const someLabel = text(
  'a label that names every dimension, such as `untrusted & everyone`, `bottom`',
);
// The examples are the strictest that can be said, since some will leave them as they are.
const label = withExample(someLabel, 'top');
const ceiling = withExample(someLabel, 'bottom');
const name = text('a short name, shown in decisions');
const path = withExample(text('a JSONPath such as `$[*].amount`'), '$[*].amount');
const onViolation = oneOf('ask', 'block', 'log');
const isList = (value: unknown): boolean => Array.isArray(value);
const has =
  (key: string) =>
  (value: unknown): boolean =>
    isMapping(value) && Object.hasOwn(value, key);

const endorse = object({ because: text('the reason, for whoever reviews the policy') }, {});

const names = list(text('a name'), { least: 0 });

const levels = withExample(list(text('a level'), { least: 1 }), '[trusted, untrusted]');

const dimension: Shape<source.DimensionSource> = either(
  has('chain'),
  object({ chain: levels }, {}),
  either(
    has('powerset'),
    object({ powerset: either(isList, names, oneOf('any')) }, { separationOfDuty: boolean }),
    object({ readers: oneOf('any') }, {}),
  ),
);

const between: Shape<readonly [string, string]> = {
  schema: {
    type: 'array',
    items: { type: 'string', minLength: 1 },
    minItems: 2,
    maxItems: 2,
  },
  example: '["<quote>", "</quote>"]',
  read: (value, at, report) => {
    const marks: readonly unknown[] = Array.isArray(value) ? value : [];
    const [open, close] = marks;
    const good = marks.length === 2 && typeof open === 'string' && typeof close === 'string';
    if (good && open !== '' && close !== '') return [open, close];
    const hint = 'write the opening and the closing mark: `["<quote>", "</quote>"]`';
    report({ at, message: 'two marks are wanted here', hint });
    return undefined;
  },
};

const spans: Shape<readonly source.SpanSource[]> = list(
  object({ label }, { name, pattern: text('a regular expression'), between, endorse }),
  { least: 0 },
);

const turn: Shape<source.TurnSource> = object({ label }, { spans });

const scalars = list(scalar, { least: 0 });

const operators: Shape<source.OperatorsSource> = object(
  {},
  {
    in: scalars,
    notIn: scalars,
    matches: text('a regular expression that the whole text must match'),
    atLeast: number,
    atMost: number,
    exists: boolean,
  },
);

const condition: Shape<source.ConditionSource> = either(
  isMapping,
  operators,
  either(isList, scalars, scalar),
);

const when: Shape<source.WhenSource> = withExample(
  record(condition, { least: 1 }),
  '{ to: ann@acme.example }',
);

const paths = list(path, { least: 1 });

const resultRule: Shape<source.ResultRuleSource> = object(
  { path: either(isList, paths, path), label },
  { name, shape: label, readersFrom: paths, when, endorse },
);

const beginning = text('what the text of a success begins with');

const result: Shape<source.ResultSource> = object(
  { format: oneOf('json', 'yaml', 'text', 'auto'), label },
  {
    shape: label,
    failed: label,
    begins: either(isList, list(beginning, { least: 1 }), beginning),
    rules: list(resultRule, { least: 0 }),
    spans,
  },
);

const callRule: Shape<source.CallRuleSource> = object(
  { when, ceiling },
  { name, readersFrom: paths, onViolation },
);

const argument: Shape<source.ArgumentSource> = object(
  {},
  {
    allow: scalars,
    deny: scalars,
    matches: text('a regular expression that the whole text must match'),
    atLeast: number,
    atMost: number,
    optional: boolean,
  },
);

const call: Shape<source.CallSource> = object(
  { ceiling },
  {
    readersFrom: paths,
    rules: list(callRule, { least: 0 }),
    arguments: record(argument, { least: 0 }),
    schema: either(isMapping, mapping, oneOf('declared')),
  },
);

const tool: Shape<source.ToolSource> = object(
  {},
  {
    effect: oneOf('read', 'write'),
    description: either(
      isMapping,
      object({ pin: text('`sha256:` and 64 hexadecimal digits') }, {}),
      oneOf('trusted'),
    ),
    result,
    call: either(isMapping, call, oneOf('never')),
    onViolation,
  },
);

const answerField: Shape<source.AnswerFieldSource> = object(
  { path: either(isList, paths, path), ceiling },
  { name, optional: boolean, onViolation },
);

const providerTool: Shape<source.ProviderToolSource> = object({ ceiling, result: label }, {});

const outcome = oneOf('allow', 'ask', 'block', 'log', 'deny');

const oneCase: Shape<source.CaseSource> = either(
  has('call'),
  object(
    { call: object({ tool: text('a tool'), args: anything }, {}), label, expect: outcome },
    { name },
  ),
  either(
    has('result'),
    object(
      {
        result: object({ tool: text('a tool'), text: anyText('the result') }, { failed: boolean }),
        expect: record(label, { least: 1 }),
      },
      { name },
    ),
    object({ answer: anything, label, expect: outcome }, { name, structured: boolean }),
  ),
);

const cases = list(oneCase, { least: 0 });

export const policyShape: Shape<source.PolicySource> = object(
  {
    version: oneOf(1),
    lattice: withExample(
      record(dimension, { least: 1 }),
      '{ integrity: { chain: [trusted, untrusted] } }',
    ),
    onViolation,
    tools: record(tool, { least: 0 }),
    answer: object(
      { ceiling },
      { withLinks: ceiling, fields: list(answerField, { least: 0 }), onViolation },
    ),
  },
  {
    groups: record(names, { least: 0 }),
    unlabelled: oneOf('top', 'bottom'),
    system: turn,
    user: turn,
    providerTools: object({}, { web_search: providerTool }),
    models: record(object({}, { main: label, judge: label }), { least: 0 }),
    cases,
  },
);

/** A file of cases that stands beside a policy. */
export const casesShape: Shape<{ readonly cases: readonly source.CaseSource[] }> = object(
  { cases },
  {},
);

/** The published JSON Schema of `sluice.yaml`, for editors. */
export function policyJsonSchema(): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Sluice policy',
    ...policyShape.schema,
  };
}
