import { readPath, unmarked } from '../path/path.ts';
import type { PolicySource } from '../source.ts';
import { sourcesOf, toolNamesIn, type Sides } from './sides.ts';
import { shownTool } from './sources.ts';

/** True if a path finds some items of a list alone, or what stands deeper than it says. */
function isUneven(written: string): boolean {
  const read = readPath(unmarked(written).text);
  return (
    read.kind === 'path' &&
    read.path.steps.some(({ descends, selectors }) => {
      return descends || selectors.some(({ kind }) => kind === 'index' || kind === 'slice');
    })
  );
}

/**
 * Where paths find some items of a list alone, or values at any depth, and what they stand in has
 * changed: made-up documents have one item, and one level.
 */
export function unevenGaps(sides: Sides): readonly string[] {
  const [old, now] = sourcesOf(sides);
  const isChanged = (of: (source: PolicySource) => unknown): boolean => {
    const [before, after] = [old, now].map((source) =>
      JSON.stringify(source && [of(source), source.groups, source.lattice]),
    );
    return before !== after;
  };
  const isUnevenIn = (of: (source: PolicySource) => unknown): boolean =>
    [old, now].some((source) => source !== undefined && pathsIn(of(source)).some(isUneven));
  const parts = toolNamesIn(sides).flatMap((tool) => [
    {
      what: `results of ${shownTool(tool)}`,
      of: (source: PolicySource) => source.tools[tool]?.result,
    },
    { what: `calls of ${shownTool(tool)}`, of: (source: PolicySource) => source.tools[tool]?.call },
  ]);
  const answer = { what: 'the answer', of: (source: PolicySource) => source.answer };
  const formats = toolNamesIn(sides).filter((tool) => {
    const [before, after] = [old, now].map((source) => source?.tools[tool]?.result?.format);
    return before !== after && [before, after].includes('yaml');
  });
  return [
    ...[...parts, answer]
      .filter(({ of }) => isUnevenIn(of) && isChanged(of))
      .map(
        ({ what }) =>
          `${what}: paths with indices, slices or \`..\` were tried on one item and level`,
      ),
    ...formats.map((tool) => `results of ${shownTool(tool)}: their format is another`),
  ];
}

/** Every text in a part of a policy that can be a path, keys of conditions included. */
function pathsIn(part: unknown): readonly string[] {
  if (typeof part === 'string') return part.startsWith('$') ? [part] : [];
  if (Array.isArray(part)) return part.flatMap(pathsIn);
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => [...pathsIn(key), ...pathsIn(value)]);
}
