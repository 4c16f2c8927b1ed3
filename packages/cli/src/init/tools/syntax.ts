import type { SyntaxNode, Tree } from '@lezer/common';

/** The children of a node in order, comments and broken parts left out. */
export function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (!child.type.isError && !child.name.endsWith('Comment')) children.push(child);
  }
  return children;
}

/** True if the parser found a mistake directly inside. */
export function isBroken(node: SyntaxNode): boolean {
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (child.type.isError) return true;
  }
  return false;
}

/** Every node of these names, in the order of the text. */
export function nodesNamed(tree: Tree, names: readonly string[]): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  tree.iterate({
    enter: ({ name, node }) => {
      if (names.includes(name)) found.push(node);
    },
  });
  return found;
}

/** Line (from 1) of a place in a text. */
export function lineAt(text: string, at: number): number {
  return text.slice(0, at).split('\n').length;
}
