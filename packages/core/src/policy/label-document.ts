import type { Region } from '../history/content.ts';
import type { DocumentNode } from '../history/structured.ts';
import type { CompiledResult } from './compile-result.ts';
import type { Compiler } from './compiler.ts';
import { FieldLabels, joinPairs, labelOf, type Pair } from './field-labels.ts';
import { RuleHits, TooManyHits, type Hit } from './rule-hits.ts';

/**
 * The names of what labelled each region: the whole first, and what is in a region right after it.
 * None where it is the default.
 */
export type RulesByRegion = readonly (readonly string[])[];

/**
 * The regions of a structured result, and which rules made each; `undefined` where rules match more
 * than `limits.ruleHitsMax` values.
 */
export function labelDocument(
  compiler: Compiler,
  result: CompiledResult,
  root: DocumentNode,
): { readonly region: Region; readonly why: RulesByRegion } | undefined {
  const hits = hitsOf(root, result);
  if (hits === undefined) return undefined;
  const fields = new FieldLabels(compiler, { hits, around: result });
  const why: (readonly string[])[] = [];
  const visit = (node: DocumentNode, around: Around): Region => {
    const here = hits.at(node);
    const outside = hits.isStructure(node) ? around : { ...around, shape: around.label };
    const inside =
      here.length === 0 ? outside : labelHere(compiler, here, { around: outside, fields });
    const label = labelOf(compiler, inside, node);
    why.push(inside.rules);
    const parts = node.children.map((child) => visit(child, inside));
    const { start, end, form, path } = node;
    return { start, end, label, form, path, parts };
  };
  const { label, shape } = result;
  return { region: visit(root, { label, shape, rules: [] }), why };
}

function hitsOf(root: DocumentNode, { rules }: CompiledResult): RuleHits | undefined {
  try {
    return new RuleHits(root, rules);
  } catch (error) {
    if (error instanceof TooManyHits) return undefined;
    throw error;
  }
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
  const judged = hits.map((hit) => ({ hit, ...fields.judge(hit) }));
  const active = judged.filter(({ holds }) => holds !== 'false').map(({ hit }) => hit);
  const certain = judged.some(({ holds }) => holds === 'true');
  const given = active.map((hit) => fields.given(hit));
  const read = judged.map((each) => each.read);
  const pairs: readonly Pair[] = [...(certain ? [] : [around]), ...given, ...read];
  const names = new Set([...active.map((hit) => hit.rule.name), ...(certain ? [] : around.rules)]);
  return { ...joinPairs(compiler.space, pairs), rules: [...names].toSorted() };
}
