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

/**
 * JSON Schema of `z.object({...})`, as far as it matters here: which arguments there are, and which
 * of them are no text. Any other expression: `undefined`.
 */
export function zodSchema(node: SyntaxNode, reading: Reading): unknown {
  const [method, args] = zodCallOf(node, reading.text) ?? [];
  if (method !== 'object' && method !== 'strictObject') return undefined;
  const [object] = args ?? [];
  if (object?.name !== 'ObjectExpression') return undefined;
  const properties: Record<string, unknown> = {};
  for (const property of childrenOf(object).filter(({ name }) => !/^[{},]$/.test(name))) {
    const [key] = childrenOf(property);
    const value = childrenOf(property).at(-1);
    if (property.name !== 'Property' || key === undefined || value === undefined) return undefined;
    if (key.name !== 'PropertyDefinition' && key.name !== 'String') return undefined;
    properties[reading.text.slice(key.from, key.to).replaceAll(/^['"]|['"]$/g, '')] = typeOf(
      value,
      reading,
    );
  }
  return { type: 'object', properties };
}

function typeOf(node: SyntaxNode, reading: Reading): unknown {
  const [method = '', args = []] = zodCallOf(node, reading.text) ?? [];
  if (Object.hasOwn(narrow, method)) return { type: narrow[method] };
  const [first] = args;
  if ((method === 'enum' || method === 'literal') && first !== undefined) {
    const values = jsonOf(reading.literalOf(first));
    if (values !== undefined) return { enum: Array.isArray(values) ? values : [values] };
  }
  return {};
}

/** The first call of a chain: of `z.a(x).b().c()`, `a` and its arguments. */
function zodCallOf(
  node: SyntaxNode,
  text: string,
): readonly [string, readonly SyntaxNode[]] | undefined {
  if (node.name !== 'CallExpression') return undefined;
  const [callee, list] = childrenOf(node);
  if (callee?.name !== 'MemberExpression' || list === undefined) return undefined;
  const [object] = childrenOf(callee);
  if (object?.name === 'CallExpression') return zodCallOf(object, text);
  if (object === undefined || text.slice(object.from, object.to) !== 'z') return undefined;
  const method = childrenOf(callee).at(-1);
  const args = childrenOf(list).filter(({ name }) => !/^[(),]$/.test(name));
  return method === undefined ? undefined : [text.slice(method.from, method.to), args];
}
