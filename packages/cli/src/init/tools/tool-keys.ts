import type { SyntaxNode } from '@lezer/common';
import { isToolName, type FoundTool } from './found-tool.ts';
import { childrenOf } from './syntax.ts';

/** A variable that stands under a key: `issueRefund: refund`, or `refund` alone. */
export interface ToolKey {
  readonly key: string;
  readonly variable: string;
  /** True where the object is called tools. */
  readonly isTools: boolean;
}

/** The variables in an object literal, each with its key. */
export function keysIn(object: SyntaxNode, text: string): readonly ToolKey[] {
  const isTools = isOfTools(object, text);
  return childrenOf(object).flatMap((property) => {
    const [first] = childrenOf(property);
    const last = childrenOf(property).at(-1);
    if (property.name !== 'Property' || first === undefined || last === undefined) return [];
    const variable = variableIn(last, text);
    if (variable === undefined) return [];
    const key = text.slice(first.from, first.to).replaceAll(/^['"]|['"]$/g, '');
    return [{ key, variable, isTools }];
  });
}

/** True of an object under a key or a variable that is called tools. */
export function isOfTools(object: SyntaxNode, text: string): boolean {
  return /tools$/i.test(holderOf(object, text));
}

function holderOf(object: SyntaxNode, text: string): string {
  let { parent } = object;
  while (parent !== null && /^(?:Binary|Parenthesized)Expression$/.test(parent.name)) {
    ({ parent } = parent);
  }
  if (parent?.name !== 'Property' && parent?.name !== 'VariableDeclaration') return '';
  const holder = childrenOf(parent).findLast(
    ({ name, from }) => /^(?:Property|Variable)Definition$/.test(name) && from < object.from,
  );
  return holder === undefined ? '' : text.slice(holder.from, holder.to);
}

/** `refund`, or the `refund` of `orders.refund`. */
function variableIn(value: SyntaxNode, text: string): string | undefined {
  const node = value.name === 'MemberExpression' ? childrenOf(value).at(-1) : value;
  const isName = /^(?:VariableName|PropertyName|PropertyDefinition)$/.test(node?.name ?? '');
  return node !== undefined && isName ? text.slice(node.from, node.to) : undefined;
}

/**
 * A model calls a tool without a name of its own by the key in the object of tools. Where no object
 * has the tool's variable it goes by that.
 */
export function namedByKey(
  tools: readonly FoundTool[],
  keys: readonly ToolKey[],
): readonly FoundTool[] {
  const byVariable = Map.groupBy(keys, ({ variable }) => variable);
  return tools.flatMap((tool) => {
    const uses = tool.variable === undefined ? [] : (byVariable.get(tool.variable) ?? []);
    const ofTools = uses.filter(({ isTools }) => isTools);
    const names = (ofTools.length > 0 ? ofTools : uses).map(({ key }) => key).filter(isToolName);
    return names.length === 0 ? [tool] : [...new Set(names)].map((name) => ({ ...tool, name }));
  });
}
