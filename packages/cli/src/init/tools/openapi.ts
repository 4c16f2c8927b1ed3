import { dereference } from '@apidevtools/json-schema-ref-parser';
import { SluiceError } from '@sluice/core';
import { fieldsOf } from '../../json.ts';
import { isToolName, type FoundTool } from './found-tool.ts';

type Fields = Readonly<Record<string, unknown>>;

const methods = ['get', 'head', 'options', 'trace', 'put', 'post', 'delete', 'patch', 'query'];

/** True of a description of an HTTP API, of any version. */
export function isOpenApi(value: unknown): boolean {
  const { openapi, swagger } = fieldsOf(value);
  return (openapi ?? swagger) !== undefined;
}

/**
 * The operations of an OpenAPI 3 document as tools. References are followed inside the document
 * alone: a schema elsewhere is not known. Throws `file-unreadable` for another version, and for a
 * reference that leads nowhere.
 */
export async function toolsInOpenApi(value: unknown, file: string): Promise<readonly FoundTool[]> {
  const { openapi } = fieldsOf(value);
  if (!String(openapi).startsWith('3.')) {
    throw new SluiceError('file-unreadable', `\`${file}\` is not OpenAPI 3`, {
      hint: 'convert it first: npx swagger2openapi OLD -o NEW',
    });
  }
  const { paths } = fieldsOf(await whole(value, file));
  return Object.entries(fieldsOf(paths)).flatMap(([path, item]) => {
    const { $ref, parameters: shared, ...operations } = fieldsOf(item);
    if ($ref !== undefined) throw elsewhere(file, `\`${path}\` stands in another file`);
    return methods.flatMap((method) => {
      const at = { method: method.toUpperCase(), path, file, shared };
      const operation = operations[method];
      return operation === undefined ? [] : (toolOf(fieldsOf(operation), at) ?? []);
    });
  });
}

async function whole(value: unknown, file: string): Promise<unknown> {
  try {
    return await dereference(structuredClone(value), { resolve: { external: false } });
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : 'a reference leads nowhere';
    throw elsewhere(file, said, cause);
  }
}

function elsewhere(file: string, because: string, cause?: unknown): SluiceError {
  return new SluiceError('file-unreadable', `\`${file}\` is not whole: ${because}`, {
    hint: 'bundle it into one file: npx @redocly/cli bundle FILE -o WHOLE.yaml',
    cause,
  });
}

interface Place {
  readonly method: string;
  readonly path: string;
  readonly file: string;
  /** Parameters of all operations of the path. */
  readonly shared: unknown;
}

/** No tool of a model has a longer name. */
const idMax = 300;

function withoutEnds(name: string): string {
  return name.replace(/^_+/, '').replace(/_+$/, '');
}

function toolOf(operation: Fields, { method, path, file, shared }: Place): FoundTool | undefined {
  const { operationId, summary, description, requestBody, responses } = operation;
  const id = typeof operationId === 'string' ? operationId : `${method.toLowerCase()}${path}`;
  if (id.length > idMax) return undefined;
  // Whoever makes tools of operations replaces what a tool's name cannot hold.
  const name = withoutEnds(id.replaceAll(/[^A-Za-z0-9_.-]+/g, '_'));
  if (!isToolName(name)) return undefined;
  const said = [summary, description].filter((text) => typeof text === 'string');
  const returns = returnsOf(responses);
  return {
    name,
    where: `${file}: ${method} ${path}`,
    method,
    parameters: argumentsOf([...listOf(shared), ...listOf(operation['parameters'])], requestBody),
    ...(said.length > 0 && { description: said.join('. ') }),
    ...(returns !== undefined && { returns }),
    hints: {},
    from: 'own',
  };
}

/** The arguments of an operation in one object; `undefined` where one of them is not known. */
function argumentsOf(parameters: readonly unknown[], requestBody: unknown): unknown {
  const body = bodyOf(requestBody);
  const given = parameters.map((parameter) => fieldsOf(parameter));
  if (body === undefined || given.some(({ name }) => typeof name !== 'string')) return undefined;
  const named = given.map(({ name, schema, description }) => {
    const said = typeof description === 'string' ? { description } : {};
    return [String(name), { ...said, ...shallow(schema) }] as const;
  });
  const properties: Record<string, object> = Object.fromEntries(named);
  for (const [name, schema] of Object.entries(body)) {
    // The same name twice: converters give one of them another name.
    properties[name] = Object.hasOwn(properties, name) ? {} : shallow(schema);
  }
  return { type: 'object', properties };
}

/** The fields of a body, or the whole body as one argument; `undefined`: it is not known. */
function bodyOf(requestBody: unknown): Fields | undefined {
  if (requestBody === undefined) return {};
  const contents = Object.values(fieldsOf(fieldsOf(requestBody)['content']));
  const [content, ...others] = contents.map((each) => fieldsOf(fieldsOf(each)['schema']));
  if (content === undefined) return undefined;
  const { type, properties, $ref } = content;
  if ($ref !== undefined || others.length > 0) return undefined;
  const isPlain = type === 'object' && !combining.some((key) => key in content);
  return isPlain ? fieldsOf(properties) : { body: content };
}

/** With these a schema says more than its `properties`. */
const combining = ['allOf', 'anyOf', 'oneOf', 'not', 'patternProperties'];

/** Keywords that say nothing of a value. */
const silent: ReadonlySet<string> = new Set(['deprecated', 'example', 'examples', 'externalDocs']);

/** A schema without the schemas inside it, which may hold themselves. */
function shallow(schema: unknown): object {
  const entries = Object.entries(fieldsOf(schema)).filter(([key]) => !silent.has(key));
  return Object.fromEntries(
    entries.map(([key, each]) => {
      const isFlat = Array.isArray(each) && each.every((one) => typeof one !== 'object');
      return [key, isFlat || typeof each !== 'object' || each === null ? each : {}] as const;
    }),
  );
}

/** The schema of what success returns, where there is one kind of success. */
function returnsOf(responses: unknown): unknown {
  const successes = Object.entries(fieldsOf(responses)).filter(([status]) =>
    status.startsWith('2'),
  );
  const schemas = successes.flatMap(([, response]) =>
    Object.values(fieldsOf(fieldsOf(response)['content'])).map((each) => fieldsOf(each)['schema']),
  );
  const [only, ...others] = schemas;
  return only === undefined || others.length > 0 ? undefined : shallow(only);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
