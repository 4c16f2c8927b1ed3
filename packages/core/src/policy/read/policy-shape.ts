import * as z from 'zod/mini';
import { optional, strictObject as object } from 'zod/mini';
import type { CaseSource, ResultCaseSource } from '../case-source.ts';
import type { DataSource, StoresSource } from '../data-source.ts';
import type * as source from '../source.ts';
import { argument, flag, when } from './condition-shape.ts';
import type { FilesSource } from '../files/files-source.ts';
import { namedFilesShape, serversShape } from './files-shape.ts';
import { listOf, named, secret, text } from './shape.ts';

type Shape<Value> = z.ZodMiniType<Value>;

const someLabel = 'a label that names every dimension, such as `untrusted & everyone`, `bottom`';
// The examples are the strictest that can be said, since some will leave them as they are.
const label = text(someLabel, 'top');
const ceiling = text(someLabel, 'bottom');
const name = optional(text('a short name, shown in decisions'));
const path = text('a JSONPath such as `$[*].amount`', '$[*].amount');
const onViolation = z.enum(['ask', 'block', 'log']);

const because = text('the reason, for whoever reviews the policy');
const endorse = optional(object({ because }));

const names = z.array(text('a name'));

const levels = listOf(text('a level'), '[trusted, untrusted]');

const dimension: Shape<source.DimensionSource> = z.union([
  object({ chain: levels }),
  object({ powerset: z.union([names, z.literal('any')]), separationOfDuty: flag }),
  object({ readers: z.literal('any') }),
]);

const marks = 'the opening and the closing mark: `["<quote>", "</quote>"]`';
const between = z
  .tuple([text(marks), text(marks)])
  .check(z.meta({ description: marks, examples: ['["<quote>", "</quote>"]'] }));

const spans: Shape<readonly source.SpanSource[]> = z.array(
  object({
    label,
    name,
    pattern: optional(text('a regular expression')),
    between: optional(between),
    from: optional(text('a mark')),
    endorse,
  }),
);

const turn: Shape<source.TurnSource> = object({ label, spans: optional(spans) });

const paths = listOf(path, '[$[*].amount]');
const pathOrPaths = z.union([paths, path]);

const store = text('the name of a store, such as `sent mail`');
const stores: Shape<StoresSource> = z.union([z.array(store), store]);

const resultRule: Shape<source.ResultRuleSource> = object({
  path: pathOrPaths,
  label,
  name,
  shape: optional(label),
  keys: optional(label),
  because: optional(because),
  readersFrom: optional(paths),
  when: optional(when),
  args: optional(when),
  reads: optional(stores),
  endorse,
});

const beginning = text('what the text of a success begins with');

const format = z.enum(['json', 'yaml', 'text', 'auto']);

const resultParts = {
  shape: optional(label),
  failed: optional(label),
  begins: optional(z.union([listOf(beginning, '[...]'), beginning])),
  because: optional(because),
  rules: optional(z.array(resultRule)),
  reads: optional(stores),
  spans: optional(spans),
} as const;

const result: Shape<source.ResultSource> = object({ format, label, ...resultParts });

const callRule: Shape<source.CallRuleSource> = object({
  when,
  ceiling,
  name,
  readersFrom: optional(paths),
  onViolation: optional(onViolation),
});

const dataForm = z.enum(['line', 'text']);
const someDimensions = 'values of some dimensions, such as `untrusted`';

const data: Shape<DataSource> = z.union([
  object({
    form: dataForm,
    ceiling: optional(text(someDimensions)),
    withLinks: optional(text(someDimensions)),
    writes: optional(stores),
    notActedOn: optional(because),
    because: optional(because),
  }),
  dataForm,
]);

const callParts = {
  readersFrom: optional(paths),
  rules: optional(z.array(callRule)),
  arguments: optional(named(argument)),
  data: optional(named(data)),
  writes: optional(stores),
  schema: optional(z.union([named(z.unknown()), z.literal('declared')])),
} as const;

const call: Shape<source.CallSource> = object({ ceiling, ...callParts });

const fileArgument = text('the name of an argument', 'file_path');

const files: Shape<FilesSource> = z
  .union([
    object({ reads: fileArgument, writes: optional(fileArgument) }),
    object({ writes: fileArgument }),
    object({ searches: fileArgument }),
    object({ patch: fileArgument }),
    object({ shell: fileArgument }),
  ])
  .check(z.meta({ examples: ['{ reads: file_path }'] }));

const pin = object({ pin: text('`sha256:` and 64 hexadecimal digits') });

const toolParts = {
  effect: optional(z.enum(['read', 'write'])),
  description: optional(z.union([pin, z.literal('trusted')])),
  files: optional(files),
  onViolation: optional(onViolation),
} as const;

const tool: Shape<source.ToolSource> = object({
  ...toolParts,
  result: optional(result),
  call: optional(z.union([call, z.literal('never')])),
});

/** A tool of which some is said elsewhere. */
const partOfTool = {
  ...toolParts,
  result: optional(object({ format: optional(format), label: optional(label), ...resultParts })),
  call: optional(
    z.union([object({ ceiling: optional(ceiling), ...callParts }), z.literal('never')]),
  ),
} as const;

/** Read as they are written; the tools that are like them are read with all that they take. */
export const templatesShape: Shape<Readonly<Record<string, unknown>>> = named(object(partOfTool));

const answerField: Shape<source.AnswerFieldSource> = object({
  path: pathOrPaths,
  ceiling,
  name,
  optional: flag,
  onViolation: optional(onViolation),
});

const answerParts = {
  withLinks: optional(ceiling),
  fields: optional(z.array(answerField)),
  onViolation: optional(onViolation),
} as const;

const answer: Shape<source.AnswerSource> = z
  .union([
    object({ acts: z.literal(true), ceiling: optional(ceiling), ...answerParts }),
    object({
      acts: optional(z.literal(false)),
      ceiling,
      links: optional(z.enum(['inert', 'asked'])),
      ...answerParts,
    }),
  ])
  .check(z.meta({ examples: ['{ ceiling: bottom }'] }));

/** Read by the compiler, which quotes no value in a message, as reading here would. */
const secrets = z
  .custom<string | readonly string[]>(() => true)
  .check(
    z.meta({
      description: 'a text, or a list of texts',
      examples: ['[...]'],
      anyOf: [
        { type: 'string', minLength: 1 },
        { type: 'array', minItems: 1, items: { type: 'string', minLength: 1 } },
      ],
    }),
  );

const postCheck: Shape<source.PostCheckSource> = secret(
  object({
    name: optional(secret(text('a short name, shown in decisions'))),
    values: optional(secrets),
    pattern: optional(secret(text('a regular expression'))),
  }),
);

const providerTool: Shape<source.ProviderToolSource> = object({ ceiling, result: label });

const clearance: Shape<source.ClearanceSource> = object({
  main: optional(label),
  judge: optional(label),
});

const expect = z.enum(['allow', 'ask', 'block', 'log', 'deny']);

const resultCase: Shape<ResultCaseSource> = object({
  tool: text('a tool'),
  text: z.string().check(z.meta({ description: 'the result', examples: ["'...'"] })),
  failed: flag,
  args: optional(named(z.unknown())),
});

const calledTool = object({ tool: text('a tool'), args: z.unknown() });

const oneCase: Shape<CaseSource> = z.union([
  object({ call: calledTool, label, data: optional(label), expect, name }),
  object({ result: resultCase, expect: named(label, { min: 1 }), name }),
  object({ answer: z.unknown(), label, expect, name, structured: flag }),
]);

const cases = z.array(oneCase);

const lattice = '{ integrity: { chain: [trusted, untrusted] } }';

const policyParts = {
  version: z.literal(1),
  lattice: named(dimension, { min: 1, example: lattice }),
  onViolation,
  answer,
  because: optional(because),
  postCheck: optional(z.array(postCheck)),
  groups: optional(named(names)),
  unlabelled: optional(z.enum(['top', 'bottom'])),
  system: optional(turn),
  user: optional(turn),
  assistant: optional(object({ says: z.array(text('a whole turn')) })),
  providerTools: optional(object({ web_search: optional(providerTool) })),
  models: optional(named(clearance)),
  cases: optional(cases),
} as const;

/** A policy whose tools are written out. */
export const policyShape: Shape<source.PolicySource> = object({
  ...policyParts,
  tools: named(tool),
});

/** A file of cases that stands beside a policy. */
export const casesShape: Shape<{ readonly cases: readonly CaseSource[] }> = object({
  cases,
});

/** The published JSON Schema of `sluice.yaml`, for editors. */
export function policyJsonSchema(): object {
  const like = text('the name of a template');
  const tools = named(z.union([tool, object({ like, ...partOfTool })]));
  const file = object({
    ...policyParts,
    tools,
    templates: optional(templatesShape),
    include: optional(namedFilesShape),
    servers: optional(serversShape),
  });
  const schema = z.toJSONSchema(file, { target: 'draft-7', unrepresentable: 'any' });
  return { title: 'Sluice policy', ...schema };
}
