import { fieldsOf } from '../../json.ts';
import { hintsOf, isToolName, type FoundTool } from './found-tool.ts';
import { isObject, jsonOf, type LiteralObject } from './literal.ts';

/** An object in source code that may be a tool's definition. */
export interface Candidate {
  readonly fields: LiteralObject;
  /** The key that it stands under, or the function that it is given to. */
  readonly inside: string | undefined;
  /** A name that is said beside the object, where it has none of its own. */
  readonly named?: string | undefined;
  /** The variable of which that is the name. */
  readonly variable?: string | undefined;
  /** JSON Schema of a field whose value is no plain literal. */
  readonly schemaOf: (key: string) => unknown;
  readonly where: string;
}

/** Under these a provider or an SDK keeps the schema of a tool's arguments. */
const schemaKeys = ['parameters', 'input_schema', 'inputSchema'] as const;
/** Functions that make a tool of the object that they are given. */
const makers: ReadonlySet<string> = new Set([
  'tool',
  'dynamicTool',
  'betaTool',
  'betaZodTool',
  'defineTool',
  'registerTool',
  'DynamicStructuredTool',
  'StructuredTool',
]);

/** The tool that an object defines; `undefined` where it does not look like one. */
export function recognise(candidate: Candidate): FoundTool | undefined {
  const { fields, inside, named, variable, where } = candidate;
  const name = fields.get('name') ?? named;
  if (!isToolName(name) || !looksLikeTool(fields, inside)) return undefined;
  const key = [...schemaKeys, 'schema'].find((each) => fields.has(each));
  const parameters = key === undefined ? undefined : parametersOf(candidate, key);
  const annotations = fields.get('annotations');
  const hints = isObject(annotations) ? hintsOf(fieldsOf(jsonOf(annotations))) : {};
  const description = fields.get('description');
  const said = typeof description === 'string' ? { description } : {};
  const held = variable !== undefined && !fields.has('name') ? { variable } : {};
  return { name, where, parameters, ...said, hints, from: 'own', ...held };
}

function looksLikeTool(fields: LiteralObject, inside: string | undefined): boolean {
  const type = fields.get('type');
  return (
    schemaKeys.some((key) => fields.has(key)) ||
    inside === 'function' ||
    type === 'function' ||
    type === 'custom' ||
    makers.has(inside ?? '')
  );
}

function parametersOf({ fields, schemaOf }: Candidate, key: string): unknown {
  return jsonOf(fields.get(key)) ?? schemaOf(key);
}
