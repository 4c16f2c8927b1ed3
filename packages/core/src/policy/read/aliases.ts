import { isAlias, isNode, isScalar, visit, type Document, type Node } from 'yaml';
import { limits } from '../../limits.ts';
import { nearest } from '../problem.ts';

/** A mistake in how a text uses anchors, and where. */
export interface AliasMistake {
  readonly offset: number;
  readonly message: string;
  readonly hint: string;
}

/**
 * Puts the value of its anchor in the place of each `*name`, so that whoever reads the document
 * knows nothing of aliases. All that is visited counts, again for each alias, so that a small file
 * cannot stand for a huge policy. `mayQuote`: a mistake may be told with the name of an anchor.
 */
export function expandAliases(
  document: Document,
  { mayQuote }: { readonly mayQuote: boolean },
): AliasMistake | undefined {
  const anchors = new Map<string, Node>();
  let mistake: AliasMistake | undefined;
  let visited = 0;
  const stop = (node: Node, said: Omit<AliasMistake, 'offset'>): symbol => {
    mistake = { offset: node.range?.[0] ?? 0, ...said };
    return visit.BREAK;
  };
  visit(document, {
    Pair: (_key, { key }) => {
      if (isAlias(key)) return stop(key, aliasAsKey);
      return isScalar(key) && key.source === '<<' && key.type === 'PLAIN'
        ? stop(key, mergeKey)
        : undefined;
    },
    Node: (_key, node, around) => {
      visited += 1;
      if (visited > limits.policyNodesMax) return stop(node, tooMany);
      if (!isAlias(node)) {
        const name = node.anchor;
        if (name === undefined) return undefined;
        if ((anchors.get(name) ?? node) !== node)
          return stop(node, mayQuote ? twice(name) : unnamedTwice);
        anchors.set(name, node);
        return undefined;
      }
      const target = anchors.get(node.source);
      if (target === undefined) {
        return stop(node, mayQuote ? unknown(node.source, [...anchors.keys()]) : unnamed);
      }
      if (around.some((outer) => isNode(outer) && outer === target)) return stop(node, inItself);
      return target;
    },
  });
  return mistake;
}

const aliasAsKey = {
  message: 'an alias stands for a key',
  hint: 'write the key out: only values can be aliases',
};

const mergeKey = {
  message: '`<<` is not read',
  hint: 'write a template under `templates`, and `like: NAME` in the tool',
};

const tooMany = {
  message: `with its aliases written out the file has more than ${limits.policyNodesMax} values`,
  hint: 'use fewer aliases of anchors that hold aliases themselves',
};

const inItself = {
  message: 'the alias stands inside its own anchor',
  hint: 'write the value out: it cannot hold itself',
};

const unnamed = {
  message: 'no anchor of this name stands above',
  hint: 'write the anchor before the value, above, or quotes around a text that begins with `*`',
};

const unnamedTwice = { message: 'an anchor is set twice', hint: 'give each its own name' };

function twice(name: string): Omit<AliasMistake, 'offset'> {
  return { message: `the anchor \`&${name}\` is set twice`, hint: 'give each its own name' };
}

function unknown(name: string, known: readonly string[]): Omit<AliasMistake, 'offset'> {
  const near = nearest(name, known);
  const hint = near === undefined ? `write \`&${name}\` before the value, above` : `*${near}`;
  return {
    message: `no anchor \`&${name}\` stands above`,
    hint: near === undefined ? hint : `write \`${hint}\``,
  };
}
