import path from 'node:path';
/**
 * The files that may open labelled text, each with the reason. The architecture test fails where a
 * file on the list no longer does, so that the list stays as short as it can be.
 */
import doors from './doors.json' with { type: 'json' };

/** Names that only the core's host may supply: the core takes its clock and its chance as arguments. */
const ambient = new Map([
  ['Date', 'now'],
  ['Math', 'random'],
  ['performance', 'now'],
]);
const nodeGlobals = new Set(['Buffer', 'process', '__dirname', '__filename', 'require']);
const openers = new Set(['reveal', 'revealOpaque']);
const root = path.resolve(import.meta.dirname, '../..');

/** Tests and the fuzzer look behind labels to compare what must not differ. */
const isTest = (file) => /\.test\.ts$|\/(?:test|fuzz)\//.test(file);
const relative = (context) => path.relative(root, context.filename).replaceAll('\\', '/');

const noAmbientInCore = {
  create(context) {
    return {
      MemberExpression(node) {
        if (node.object.type !== 'Identifier') return;
        const property = node.computed ? node.property.value : node.property.name;
        if (!ambient.has(node.object.name) || ambient.get(node.object.name) !== property) return;
        context.report({ node, message: 'core takes its clock and its randomness as arguments' });
      },
      NewExpression(node) {
        if (node.callee.name === 'Date' && node.arguments.length === 0)
          context.report({ node, message: 'core takes its clock as an argument' });
      },
      Identifier(node) {
        if (!nodeGlobals.has(node.name) || isPropertyName(node)) return;
        context.report({ node, message: `core runs in browsers, which have no \`${node.name}\`` });
      },
    };
  },
};

/** `a.process` and `{ process: 1 }` name a property, not the global. */
function isPropertyName(node) {
  const { parent } = node;
  if (parent.type === 'MemberExpression') return parent.property === node && !parent.computed;
  const named = ['Property', 'TSPropertySignature', 'PropertyDefinition', 'MethodDefinition'];
  return named.includes(parent.type) && parent.key === node && !parent.shorthand;
}

const revealOnlyAtDoors = {
  create(context) {
    const file = relative(context);
    if (isTest(file) || file in doors) return {};
    const message = 'this file is not a door: see tools/oxlint/doors.json';
    const check = (node, name) => openers.has(name) && context.report({ node, message });
    return {
      ImportSpecifier: (node) => check(node, node.imported.name ?? node.imported.value),
      ExportSpecifier: (node) => check(node, node.local.name ?? node.local.value),
      ImportNamespaceSpecifier(node) {
        if (/\/history\/(?:content|message)\.ts$/.test(node.parent.source.value))
          context.report({ node, message });
      },
    };
  },
};

const noExportAll = {
  create(context) {
    return {
      ExportAllDeclaration(node) {
        context.report({ node, message: 'name what is exported: `export *` hides the interface' });
      },
    };
  },
};

const disableWithReason = {
  create(context) {
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          const disables = /^\s*(?:oxlint|eslint)-disable/.test(comment.value);
          if (disables && !/ -- \S/.test(comment.value))
            context.report({
              loc: comment.loc,
              message: 'give the reason of a disable comment after ` -- `',
            });
        }
      },
    };
  },
};

export default {
  meta: { name: 'sluice' },
  rules: {
    'no-ambient-in-core': noAmbientInCore,
    'reveal-only-at-doors': revealOnlyAtDoors,
    'no-export-all': noExportAll,
    'disable-with-reason': disableWithReason,
  },
};
