import type { SyntaxNode } from '@lezer/common';
import { jsonOf, type Literal } from './literal.ts';
import { childrenOf } from './syntax.ts';

interface Reading {
  readonly text: string;
  readonly literalOf: (node: SyntaxNode) => Literal;
}

/** Zod's types whose values are too narrow for a sentence, as JSON Schema says them. */
const narrow: Readonly<Record<string, string>> = {
  number: 'number',
  int: 'integer',
  boolean: 'boolean',
};

/** Calls that leave a text a text that may say anything. */
const free: ReadonlySet<string> = new Set(
  'string default describe max meta min nonempty optional trim'.split(' '),
);

/**
 * JSON Schema of `z.object({...})`, or of the bare `{...}` that MCP's SDK takes, as far as it
 * matters here: which arguments there are, and which of them are no text, or any text. Any other
 * expression: `undefined`.
 */
export function zodSchema(node: SyntaxNode, reading: Reading): unknown {
  const object = node.name === 'ObjectExpression' ? node : objectIn(node, reading.text);
  if (object === undefined) return undefined;
  const properties: Record<string, unknown> = {};
  for (const property of childrenOf(object).filter(({ name }) => !/^[{},]$/.test(name))) {
    const [key] = childrenOf(property);
    const value = childrenOf(property).at(-1);
    if (property.name !== 'Property' || key === undefined || value === undefined) return undefined;
    if (key.name !== 'PropertyDefinition' && key.name !== 'String') return undefined;
    // A bare object may be anything, unless all in it is zod's.
    if (object === node && chainOf(value, reading.text).length === 0) return undefined;
    properties[reading.text.slice(key.from, key.to).replaceAll(/^['"]|['"]$/g, '')] = typeOf(
      value,
      reading,
    );
  }
  return { type: 'object', properties };
}

function objectIn(node: SyntaxNode, text: string): SyntaxNode | undefined {
  const [first] = chainOf(node, text);
  if (first?.method !== 'object' && first?.method !== 'strictObject') return undefined;
  const [object] = first.args;
  return object?.name === 'ObjectExpression' ? object : undefined;
}

function typeOf(node: SyntaxNode, reading: Reading): unknown {
  const chain = chainOf(node, reading.text);
  const [{ method, args } = { method: '', args: [] }] = chain;
  if (Object.hasOwn(narrow, method)) return { type: narrow[method] };
  const [first] = args;
  if ((method === 'enum' || method === 'literal') && first !== undefined) {
    const values = jsonOf(reading.literalOf(first));
    if (values !== undefined) return { enum: Array.isArray(values) ? values : [values] };
  }
  const isText = method === 'string' && chain.every((call) => free.has(call.method));
  return isText ? { type: 'string', ...describedBy(chain, reading) } : {};
}

function describedBy(chain: readonly Call[], { text }: Reading): object {
  const args = chain.filter(({ method }) => ['describe', 'meta'].includes(method));
  // Code as it stands: it is only searched for words.
  const description = args.map((call) => call.args.map((each) => text.slice(each.from, each.to)));
  return description.length === 0 ? {} : { description: description.flat().join(' ') };
}

interface Call {
  readonly method: string;
  readonly args: readonly SyntaxNode[];
}

/** The calls of a chain: of `z.a(x).b()`, `a` and `b`. None if it is not one of zod. */
function chainOf(node: SyntaxNode, text: string): readonly Call[] {
  if (node.name !== 'CallExpression') return [];
  const [callee, list] = childrenOf(node);
  if (callee?.name !== 'MemberExpression' || list === undefined) return [];
  const [object] = childrenOf(callee);
  const last = childrenOf(callee).at(-1);
  if (object === undefined || last === undefined) return [];
  const args = childrenOf(list).filter(({ name }) => !/^[(),]$/.test(name));
  const call = { method: text.slice(last.from, last.to), args };
  if (text.slice(object.from, object.to) === 'z') return [call];
  const before = chainOf(object, text);
  return before.length === 0 ? [] : [...before, call];
}
