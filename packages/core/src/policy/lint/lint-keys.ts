import type { ResultRule } from '../compile/compile-result.ts';
import type { Compiler } from '../compile/compiler.ts';
import { covers, pathsThrough } from '../path/path.ts';
import { warning, type Location, type Warning } from '../problem.ts';

interface KeysPlace {
  readonly rule: ResultRule;
  /** All rules of the tool. */
  readonly rules: readonly ResultRule[];
  readonly where: Location;
}

/** A rule's words on keys, and its reading of them by naming some. */
export function lintKeys(compiler: Compiler, place: KeysPlace): readonly Warning[] {
  return [...lintBelowShape(compiler, place), ...lintNamed(compiler, place)];
}

/** Keys are part of their map, so none has a label below that of its shape. */
function lintBelowShape({ space }: Compiler, { rule, where }: KeysPlace): readonly Warning[] {
  const { keys, shape } = rule;
  if (keys === undefined || space.flowsTo(shape, keys)) return [];
  const message = `the label of the keys is raised to that of the shape around them, \`${shape.text}\``;
  const hint = `if whoever adds members may be trusted with it, write \`shape: ${keys.text}\` beside`;
  return [warning({ code: 'shape-raises', at: [...where, 'keys'], message, hint })];
}

/** Whoever chooses a key that a path names chooses the value that gets the label. */
function lintNamed({ space }: Compiler, { rule, rules, where }: KeysPlace): readonly Warning[] {
  const { path, label } = rule;
  for (const [level, around] of pathsThrough(path).entries()) {
    const isNamed = path.selectors[level]?.some((selector) => selector.startsWith("'")) ?? false;
    const above = rules.find(
      ({ keys, path: of }) =>
        keys !== undefined && covers(of, around) && !space.flowsTo(keys, label),
    );
    if (!isNamed || above?.keys === undefined) continue;
    const message = `the path names a key of \`${around.text}\`, and its keys are labelled \`${above.keys.text}\`, so that is joined in and nothing is lowered`;
    const hint = `match \`${around.text}[*]\`, and write the key under \`when\`: \`'${around.text}[*]~': ...\``;
    return [warning({ code: 'field-decides', at: [...where, 'path'], message, hint })];
  }
  return [];
}
