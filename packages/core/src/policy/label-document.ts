import type { Region } from '../history/content.ts';
import type { DocumentNode } from '../history/structured.ts';
import { joinAll } from '../lattice/lattice.ts';
import type { CompiledResult } from './compile-result.ts';
import type { Compiler } from './compiler.ts';
import { FieldLabels, labelOf, type Pair } from './field-labels.ts';
import { findHits, findStructure, indexNodes, type Hit } from './rule-hits.ts';

/** The names of the rules that labelled each value, by path; none where it is the default. */
export type RulesByPath = ReadonlyMap<string, readonly string[]>;

/** The regions of a structured result, and which rules made each. */
export function labelDocument(
  compiler: Compiler,
  result: CompiledResult,
  root: DocumentNode,
): { readonly region: Region; readonly why: RulesByPath } {
  const index = indexNodes(root);
  const hits = findHits(root, index, result.rules);
  const structure = findStructure(root, result.rules);
  const fields = new FieldLabels(compiler, { hits, index, structure, around: result });
  const why = new Map<string, readonly string[]>();
  const visit = (node: DocumentNode, around: Around): Region => {
    const here = hits.get(node.path) ?? [];
    const outside = structure.has(node.path) ? around : { ...around, shape: around.label };
    const inside =
      here.length === 0 ? outside : labelHere(compiler, here, { around: outside, fields });
    const label = labelOf(compiler, inside, node);
    why.set(node.path, inside.rules);
    const parts = node.children.map((child) => visit(child, inside));
    const { start, end, form, path } = node;
    return { start, end, label, form, path, parts };
  };
  const { label, shape } = result;
  return { region: visit(root, { label, shape, rules: [] }), why };
}

interface Around extends Pair {
  readonly rules: readonly string[];
}

/**
 * The labels of a value that rules match. A rule that holds replaces what stands around; several
 * are joined; one of which it is not known whether it holds is joined with what would stand there
 * without it. What was read to decide is joined in, whether or not the rule holds: otherwise the
 * label, and so the presence of the value in a view, would tell what the field says.
 */
function labelHere(
  compiler: Compiler,
  hits: readonly Hit[],
  { around, fields }: { readonly around: Around; readonly fields: FieldLabels },
): Around {
  const { space } = compiler;
  const judged = hits.map((hit) => ({ hit, ...fields.judge(hit) }));
  const active = judged.filter(({ holds }) => holds !== 'false').map(({ hit }) => hit);
  const certain = judged.some(({ holds }) => holds === 'true');
  const given = active.map((hit) => fields.given(hit));
  const read = judged.map((each) => each.read);
  const pairs: readonly Pair[] = [...(certain ? [] : [around]), ...given, ...read];
  const names = new Set([...active.map((hit) => hit.rule.name), ...(certain ? [] : around.rules)]);
  return {
    label: joinAll(
      space,
      pairs.map((pair) => pair.label),
    ),
    shape: joinAll(
      space,
      pairs.map((pair) => pair.shape),
    ),
    rules: [...names].toSorted(),
  };
}
