import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/python';
import { isToolName, type FoundTool } from './found-tool.ts';
import { computed, unread, type Literal, type LiteralObject } from './literal.ts';
import { recognise } from './recognise.ts';
import { childrenOf, isBroken, lineAt, nodesNamed } from './syntax.ts';

/** Decorators that make a tool of a function (`@tool`, `@mcp.tool()`, `@function_tool`). */
const decorators: ReadonlySet<string> = new Set(['tool', 'function_tool', 'beta_tool']);
/** Types of parameters that the framework fills in, not the model. */
const context = /Context/;
const narrow: Readonly<Record<string, string>> = {
  int: 'integer',
  float: 'number',
  bool: 'boolean',
};

/** The tools that a Python file defines by dictionaries or decorators. Nothing is run. */
export function toolsInPython(text: string, file: string): readonly FoundTool[] {
  const tree = parser.parse(text);
  const where = (node: SyntaxNode): string => `${file}:${lineAt(text, node.from)}`;
  const dictionaries = nodesNamed(tree, ['DictionaryExpression']).flatMap((node) => {
    const candidate = { fields: dictionaryOf(node, text), inside: keyBefore(node, text) };
    return recognise({ ...candidate, schemaOf: () => undefined, where: where(node) }) ?? [];
  });
  const functions = nodesNamed(tree, ['DecoratedStatement']).flatMap((node) => {
    const name = decoratedName(node, text);
    if (!isToolName(name)) return [];
    const parameters = parametersOf(node, text);
    const said = { ...docstringOf(node, text), ...returnsOf(node, text) };
    return [{ name, where: where(node), parameters, ...said, hints: {}, from: 'own' as const }];
  });
  return [...dictionaries, ...functions];
}

/** Pairs stand as `key : value ,` among the children. */
function dictionaryOf(node: SyntaxNode, text: string): LiteralObject {
  const children = childrenOf(node);
  const pairs = children.flatMap((child, at) => {
    const [key, value] = [children[at - 1], children[at + 1]];
    if (child.name !== ':' || key?.name !== 'String' || value === undefined) return [];
    return [[String(stringOf(key, text)), literalOf(value, text)] as const];
  });
  const fields = new Map<string, Literal>(pairs);
  const colons = children.filter(({ name }) => name === ':').length;
  const isWhole = pairs.length === colons && children.every(({ name }) => name !== '**');
  if (!isWhole || isBroken(node)) fields.set(unread, computed);
  return fields;
}

function keyBefore(node: SyntaxNode, text: string): string | undefined {
  const key = node.prevSibling?.prevSibling;
  if (node.parent?.name !== 'DictionaryExpression' || key?.name !== 'String') return undefined;
  return stringOf(key, text);
}

function literalOf(node: SyntaxNode, text: string): Literal {
  switch (node.name) {
    case 'String':
      return stringOf(node, text) ?? computed;
    case 'Number': {
      const value = Number(textOf(node, text).replaceAll('_', ''));
      return Number.isFinite(value) ? value : computed;
    }
    case 'Boolean':
      return textOf(node, text) === 'True';
    case 'None':
      return null;
    case 'ArrayExpression':
      return isBroken(node) ? computed : itemsOf(node).map((each) => literalOf(each, text));
    case 'DictionaryExpression':
      return dictionaryOf(node, text);
    default:
      return computed;
  }
}

function itemsOf(array: SyntaxNode): readonly SyntaxNode[] {
  return childrenOf(array).filter(({ name }) => !/^[[\],]$/.test(name));
}

/** `@tool(name='x')` says the name; otherwise it is the function's. */
function decoratedName(node: SyntaxNode, text: string): string | undefined {
  const children = childrenOf(node);
  const decorator = children.find(
    (child) => child.name === 'Decorator' && decorators.has(decoratorOf(child, text)),
  );
  if (decorator === undefined) return undefined;
  const given = nameGiven(decorator, text);
  if (given !== undefined) return given;
  const name = definitionIn(node)?.getChild('VariableName');
  return name ? textOf(name, text) : undefined;
}

function decoratorOf(decorator: SyntaxNode, text: string): string {
  const last = childrenOf(decorator).findLast(({ name }) => name === 'VariableName');
  return last === undefined ? '' : textOf(last, text);
}

function nameGiven(decorator: SyntaxNode, text: string): string | undefined {
  const args = childrenOf(decorator.getChild('ArgList') ?? decorator);
  const value = args.find(
    (each, at) =>
      each.name === 'String' &&
      args[at - 1]?.name === 'AssignOp' &&
      /^(?:name|name_override)$/.test(textOf(args[at - 2] ?? each, text)),
  );
  return value === undefined ? undefined : stringOf(value, text);
}

function definitionIn(node: SyntaxNode): SyntaxNode | null {
  return node.getChild('FunctionDefinition');
}

/** The first statement of a function, where it is a text: frameworks give it to the model. */
function docstringOf(node: SyntaxNode, text: string): Pick<FoundTool, 'description'> {
  const first = definitionIn(node)?.getChild('Body')?.getChild('ExpressionStatement');
  const [string] = first ? childrenOf(first) : [];
  const isFirst = first?.prevSibling?.name === ':';
  if (!isFirst || string?.name !== 'String') return {};
  const description = stringOf(string, text);
  return description === undefined ? {} : { description };
}

function returnsOf(node: SyntaxNode, text: string): Pick<FoundTool, 'returns'> {
  const type = definitionIn(node)?.getChild('TypeDef');
  return type ? { returns: textOf(type, text).replace(/^->\s*/, '') } : {};
}

/** JSON Schema of the parameters: names and, where they are no text, types. */
function parametersOf(node: SyntaxNode, text: string): unknown {
  const list = definitionIn(node)?.getChild('ParamList');
  if (!list) return undefined;
  const properties: Record<string, unknown> = {};
  for (const parameter of list.getChildren('VariableName')) {
    if (parameter.prevSibling?.name === 'AssignOp') continue;
    const annotation = parameter.nextSibling;
    const type = annotation?.name === 'TypeDef' ? textOf(annotation, text).slice(1).trim() : '';
    const name = textOf(parameter, text);
    if (name === 'self' || context.test(type)) continue;
    properties[name] = Object.hasOwn(narrow, type) ? { type: narrow[type] } : {};
  }
  return { type: 'object', properties };
}

function stringOf(node: SyntaxNode, text: string): string | undefined {
  const written = textOf(node, text);
  const [, quote = ''] = /^[bruBRU]*('''|"""|'|")/.exec(written) ?? [];
  const inside = written.slice(written.indexOf(quote) + quote.length, -quote.length);
  return inside.includes('\\') ? undefined : inside;
}

function textOf({ from, to }: SyntaxNode, text: string): string {
  return text.slice(from, to);
}
