import type { SyntaxNode, Tree } from '@lezer/common';
import { parser } from '@lezer/python';
import { isToolName, type FoundTool } from './found-tool.ts';
import { computed, unread, type Literal, type LiteralObject } from './literal.ts';
import { recognise } from './recognise.ts';
import { childrenOf, isBroken, lineAt, nodesNamed } from './syntax.ts';

/** Decorators that make a tool of a function (`@tool`, `@mcp.tool()`, `@function_tool`). */
const decorators: ReadonlySet<string> = new Set(['tool', 'function_tool', 'beta_tool']);
/** Calls that make a tool of a function and say its name. */
const makers: ReadonlySet<string> = new Set([
  'FunctionTool',
  'StructuredTool',
  'Tool',
  'from_defaults',
  'from_function',
]);
/** Types of parameters that the framework fills in, not the model. */
const context = /Context|\bDepends\b|\bInjected/;
const types: Readonly<Record<string, string>> = {
  str: 'string',
  int: 'integer',
  float: 'number',
  bool: 'boolean',
};

/** Variables and arguments that hold a list of tools (`tools=[...]`, `SHOP_TOOLS = [...]`). */
const toolLists = /(?:^|_)tools$/i;

/**
 * The tools that a Python file defines by dictionaries, decorators, calls or lists of functions.
 * `isNamed`: somebody says that it holds tools, so public functions with a docstring are some.
 * Nothing is run.
 */
export function toolsInPython(
  text: string,
  file: string,
  { isNamed = false }: { readonly isNamed?: boolean } = {},
): readonly FoundTool[] {
  const tree = parser.parse(text);
  const where = (node: SyntaxNode): string => `${file}:${lineAt(text, node.from)}`;
  const toolAt = (node: SyntaxNode, name: unknown): readonly FoundTool[] => {
    const definition = definitionIn(node);
    if (!isToolName(name) || definition === null) return [];
    return [{ name, where: where(node), ...signatureOf(definition, text), hints: {}, from: 'own' }];
  };
  const dictionaries = nodesNamed(tree, ['DictionaryExpression']).flatMap((node) => {
    const candidate = { fields: dictionaryOf(node, text), inside: keyBefore(node, text) };
    return recognise({ ...candidate, schemaOf: () => undefined, where: where(node) }) ?? [];
  });
  const decorated = nodesNamed(tree, ['DecoratedStatement']).flatMap((node) =>
    toolAt(node, decoratedName(node, text)),
  );
  const made = nodesNamed(tree, ['CallExpression']).flatMap((node) => {
    const name = makers.has(calleeOf(node, text)) ? nameGiven(node, text) : undefined;
    const place = { where: where(node), parameters: undefined, hints: {}, from: 'own' } as const;
    return isToolName(name) ? [{ name, ...place, ...descriptionGiven(node, text) }] : [];
  });
  const listed = listedNames(tree, text);
  const plain = tree.topNode.getChildren('FunctionDefinition').flatMap((node) => {
    const name = nameOf(node, text);
    const isTool = listed.has(name ?? '') || (isNamed && isPublic(node, text));
    return isTool ? toolAt(node, name) : [];
  });
  return [...dictionaries, ...decorated, ...made, ...plain];
}

/** A function that says what it does, and is not marked as one of the module's own. */
function isPublic(definition: SyntaxNode, text: string): boolean {
  const isOwn = nameOf(definition, text)?.startsWith('_') ?? true;
  return !isOwn && docstringOf(definition, text).description !== undefined;
}

function signatureOf(definition: SyntaxNode, text: string) {
  const docstring = docstringOf(definition, text);
  const about = saidIn(docstring.description ?? '');
  const parameters = parametersOf(definition, { text, about });
  return { parameters, ...docstring, ...returnsOf(definition, text) };
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
  const given = nameGiven(decorator, text) ?? firstGiven(decorator, text);
  if (given !== undefined) return given;
  const definition = definitionIn(node);
  return definition === null ? undefined : nameOf(definition, text);
}

function nameOf(definition: SyntaxNode, text: string): string | undefined {
  const name = definition.getChild('VariableName');
  return name ? textOf(name, text) : undefined;
}

/** Names in lists of tools: the SDK makes a tool of each function. */
function listedNames(tree: Tree, text: string): ReadonlySet<string> {
  const lists = nodesNamed(tree, ['ArrayExpression']).filter((array) => {
    if (array.prevSibling?.name !== 'AssignOp') return false;
    const before = array.prevSibling.prevSibling;
    const variable = before?.name === 'TypeDef' ? before.prevSibling : before;
    return variable?.name === 'VariableName' && toolLists.test(textOf(variable, text));
  });
  const items = lists.flatMap(itemsOf).filter(({ name }) => name === 'VariableName');
  return new Set(items.map((item) => textOf(item, text)));
}

function decoratorOf(decorator: SyntaxNode, text: string): string {
  const last = childrenOf(decorator).findLast(({ name }) => name === 'VariableName');
  return last === undefined ? '' : textOf(last, text);
}

function nameGiven(call: SyntaxNode, text: string): string | undefined {
  return keywordGiven(call, { text, keyword: /^(?:name|name_override)$/ });
}

function descriptionGiven(call: SyntaxNode, text: string): Pick<FoundTool, 'description'> {
  const description = keywordGiven(call, { text, keyword: /^description$/ });
  return description === undefined ? {} : { description };
}

function keywordGiven(
  call: SyntaxNode,
  { text, keyword }: { readonly text: string; readonly keyword: RegExp },
): string | undefined {
  const args = childrenOf(call.getChild('ArgList') ?? call);
  const value = args.find(
    (each, at) =>
      each.name === 'String' &&
      args[at - 1]?.name === 'AssignOp' &&
      keyword.test(textOf(args[at - 2] ?? each, text)),
  );
  return value === undefined ? undefined : stringOf(value, text);
}

/** `@tool('x')`, as LangChain has it. */
function firstGiven(decorator: SyntaxNode, text: string): string | undefined {
  const [, first] = childrenOf(decorator.getChild('ArgList') ?? decorator);
  return first?.name === 'String' ? stringOf(first, text) : undefined;
}

/** `a.b(...)` is called by its last name; what a call returns, and calls, has none. */
function calleeOf(call: SyntaxNode, text: string): string {
  const callee = call.firstChild;
  const last = callee?.name === 'MemberExpression' ? callee.lastChild : callee;
  const isName = last?.name === 'VariableName' || last?.name === 'PropertyName';
  return isName ? textOf(last, text) : '';
}

function definitionIn(node: SyntaxNode): SyntaxNode | null {
  return node.name === 'FunctionDefinition' ? node : node.getChild('FunctionDefinition');
}

/** The first statement of a function, where it is a text: frameworks give it to the model. */
function docstringOf(definition: SyntaxNode, text: string): Pick<FoundTool, 'description'> {
  const first = definition.getChild('Body')?.getChild('ExpressionStatement');
  const [string] = first ? childrenOf(first) : [];
  const isFirst = first?.prevSibling?.name === ':';
  if (!isFirst || string?.name !== 'String') return {};
  const description = stringOf(string, text);
  return description === undefined ? {} : { description };
}

function returnsOf(definition: SyntaxNode, text: string): Pick<FoundTool, 'returns'> {
  const type = definition.getChild('TypeDef');
  return type ? { returns: textOf(type, text).replace(/^->\s*/, '') } : {};
}

interface Reading {
  readonly text: string;
  /** What the docstring says of each parameter. */
  readonly about: ReadonlyMap<string, string>;
}

/** JSON Schema of the parameters: names, types where they are plain, and what is said of each. */
function parametersOf(definition: SyntaxNode, { text, about }: Reading): unknown {
  const list = definition.getChild('ParamList');
  if (!list) return undefined;
  const properties: Record<string, unknown> = {};
  for (const parameter of list.getChildren('VariableName')) {
    if (parameter.prevSibling?.name === 'AssignOp') continue;
    const annotation = parameter.nextSibling;
    const type = annotation?.name === 'TypeDef' ? textOf(annotation, text).slice(1).trim() : '';
    const name = textOf(parameter, text);
    if (name === 'self' || context.test(type)) continue;
    properties[name] = parameterSchema(type, about.get(name));
  }
  return { type: 'object', properties };
}

/** `Annotated[T, ...]` is a `T` of which more is said. */
function parameterSchema(annotation: string, about: string | undefined): object {
  const [, inner = annotation, more] = /^Annotated\[\s*(\w+)\s*,([^]*)\]$/.exec(annotation) ?? [];
  const description = [about, more?.trim()].filter((each) => each !== undefined).join(' ');
  return {
    ...(Object.hasOwn(types, inner) && { type: types[inner] }),
    ...(description !== '' && { description }),
  };
}

/** The first line of a docstring about each parameter, as Sphinx or Google write it. */
function saidIn(docstring: string): ReadonlyMap<string, string> {
  const said = new Map<string, string>();
  for (const line of docstring.split('\n')) {
    const [, name, about = ''] = aboutParameter.exec(line) ?? [];
    if (name !== undefined && !said.has(name)) said.set(name, about.trim());
  }
  return said;
}

const aboutParameter = /^\s*(?::param\s+)?([\p{L}\p{N}_]+)\s*(?:\([^)]*\))?\s*:(.*)$/u;

function stringOf(node: SyntaxNode, text: string): string | undefined {
  const written = textOf(node, text);
  const [, quote = ''] = /^[bruBRU]*('''|"""|'|")/.exec(written) ?? [];
  const inside = written.slice(written.indexOf(quote) + quote.length, -quote.length);
  return inside.includes('\\') ? undefined : inside;
}

function textOf({ from, to }: SyntaxNode, text: string): string {
  return text.slice(from, to);
}
