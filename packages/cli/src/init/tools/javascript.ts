import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/javascript';
import type { FoundTool } from './found-tool.ts';
import { computed, jsonOf, unread, type Literal } from './literal.ts';
import { recognise, type Candidate } from './recognise.ts';
import { childrenOf, isBroken, lineAt, nodesNamed } from './syntax.ts';
import { isOfTools, keysIn, namedByKey, type ToolKey } from './tool-keys.ts';
import { zodSchema } from './zod.ts';

/** Type casts with angle brackets and JSX exclude each other. */
const dialects: Readonly<Record<string, string>> = {
  ts: 'ts',
  mts: 'ts',
  cts: 'ts',
  tsx: 'ts jsx',
};

/** The tools that a file defines, and the keys that variables stand under. */
export interface JavaScriptTools {
  readonly tools: readonly FoundTool[];
  readonly keys: readonly ToolKey[];
}

/** Reads a JavaScript or TypeScript file: tools are object literals. Nothing is run. */
export function readJavaScript(text: string, file: string): JavaScriptTools {
  const ending = file.slice(file.lastIndexOf('.') + 1);
  const tree = parser.configure({ dialect: dialects[ending] ?? 'jsx' }).parse(text);
  const objects = nodesNamed(tree, ['ObjectExpression']);
  const tools = objects.flatMap((node) => {
    const where = `${file}:${lineAt(text, node.from)}`;
    return recognise({ ...contextOf(node, text), ...objectOf(node, text), where }) ?? [];
  });
  return { tools, keys: objects.flatMap((node) => keysIn(node, text)) };
}

/** The tools of one file. */
export function toolsInJavaScript(text: string, file: string): readonly FoundTool[] {
  const { tools, keys } = readJavaScript(text, file);
  return namedByKey(tools, keys);
}

type Context = 'inside' | 'named' | 'variable';

/** The place of an object: the key that it is under, or the call that it is given to. */
function contextOf(node: SyntaxNode, text: string): Pick<Candidate, Context> {
  const { parent } = node;
  if (parent?.name === 'Property') {
    const key = keyOf(parent, text);
    const object = parent.parent;
    const isTool = object !== null && isOfTools(object, text);
    return { inside: key, ...(isTool && { named: key }) };
  }
  if (parent?.name !== 'ArgList' || parent.parent === null) return { inside: undefined };
  const call = parent.parent;
  const callee = childrenOf(call).find(({ name }) => name !== 'new');
  const inside = callee === undefined ? undefined : lastNameOf(callee, text);
  const first = childrenOf(parent).find(({ name }) => name === 'String');
  if (first !== undefined) return { inside, named: stringOf(first, text) };
  if (call.parent?.name === 'Property') return { inside, named: keyOf(call.parent, text) };
  const variable = variableOf(call, text);
  return { inside, named: variable, variable };
}

/** `a.b.c` is called by its last name. */
function lastNameOf(node: SyntaxNode, text: string): string {
  const names = childrenOf(node).filter(({ name }) => name === 'PropertyName');
  return textOf(names.at(-1) ?? node, text);
}

/** The variable that holds a call's value. */
function variableOf(call: SyntaxNode, text: string): string | undefined {
  const { parent } = call;
  if (parent?.name !== 'VariableDeclaration') return undefined;
  const variable = childrenOf(parent).findLast(
    ({ name, from }) => name === 'VariableDefinition' && from < call.from,
  );
  return variable === undefined ? undefined : textOf(variable, text);
}

function objectOf(node: SyntaxNode, text: string): Pick<Candidate, 'fields' | 'schemaOf'> {
  const properties = new Map(
    childrenOf(node)
      .filter(({ name }) => name === 'Property')
      .flatMap((property) => {
        const key = keyOf(property, text);
        return key === undefined ? [] : [[key, childrenOf(property).at(-1)] as const];
      }),
  );
  const fields = new Map<string, Literal>(
    [...properties].map(([key, value]) => [key, value ? literalOf(value, text) : computed]),
  );
  const isWhole = childrenOf(node).every(
    (each) => each.name !== 'Property' || keyOf(each, text) !== undefined,
  );
  if (!isWhole || isBroken(node)) fields.set(unread, computed);
  const schemaOf = (key: string): unknown => {
    const value = properties.get(key);
    if (value === undefined) return undefined;
    const reading = { literalOf: (each: SyntaxNode) => literalOf(each, text), text };
    return zodSchema(value, reading) ?? jsonOf(wrapped(value, text));
  };
  return { fields, schemaOf };
}

/** The AI SDK's `jsonSchema({...})`. */
function wrapped(call: SyntaxNode, text: string): Literal | undefined {
  const [callee, list] = childrenOf(call);
  if (call.name !== 'CallExpression' || callee === undefined || list === undefined) {
    return undefined;
  }
  const [, schema] = childrenOf(list);
  const isWrapped = lastNameOf(callee, text) === 'jsonSchema' && schema !== undefined;
  return isWrapped ? literalOf(schema, text) : undefined;
}

function keyOf(property: SyntaxNode, text: string): string | undefined {
  const key = property.firstChild;
  if (key?.name === 'PropertyDefinition') return textOf(key, text);
  return key?.name === 'String' ? stringOf(key, text) : undefined;
}

function literalOf(node: SyntaxNode, text: string): Literal {
  switch (node.name) {
    case 'String':
      return stringOf(node, text) ?? computed;
    case 'TemplateString':
      return childrenOf(node).length === 0 ? (stringOf(node, text) ?? computed) : computed;
    case 'Number':
      return numberOf(textOf(node, text));
    case 'BooleanLiteral':
      return textOf(node, text) === 'true';
    case 'null':
      return null;
    case 'ArrayExpression':
      return isBroken(node) ? computed : itemsOf(node).map((each) => literalOf(each, text));
    case 'ObjectExpression':
      return objectOf(node, text).fields;
    default:
      return castOf(node, text);
  }
}

/** A spread is an item that cannot be read. */
function itemsOf(array: SyntaxNode): readonly SyntaxNode[] {
  return childrenOf(array).filter(({ name }) => !/^[[\],]$/.test(name));
}

/** `x as const` and `x satisfies Y` say what `x` says. */
function castOf(node: SyntaxNode, text: string): Literal {
  const [inner, word] = childrenOf(node);
  const isCast = node.name === 'BinaryExpression' && /^(?:as|satisfies)$/.test(word?.name ?? '');
  return isCast && inner !== undefined ? literalOf(inner, text) : computed;
}

function numberOf(text: string): Literal {
  const value = Number(text.replaceAll('_', ''));
  return Number.isFinite(value) ? value : computed;
}

/** A string with escapes counts as computed: no name that a provider takes has any. */
function stringOf(node: SyntaxNode, text: string): string | undefined {
  const inside = textOf(node, text).slice(1, -1);
  return inside.includes('\\') ? undefined : inside;
}

function textOf({ from, to }: SyntaxNode, text: string): string {
  return text.slice(from, to).trim();
}
