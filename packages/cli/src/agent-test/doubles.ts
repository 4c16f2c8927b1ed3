import { outlineOf, type PlainTool, type Policy, type Tool } from '@sluice/core';
import { unnamedTool } from '@sluice/core/policy-diff';
import type { Place, Policies } from './places.ts';

/** The tools that either policy names, as they were declared or else open to any argument. */
export function toolsOf(
  { now, right }: Policies,
  declared: readonly PlainTool[],
): readonly PlainTool[] {
  const given = new Map(declared.map((tool) => [tool.name, tool]));
  const named = [now, right].flatMap((policy: Policy) => outlineOf(policy).map(({ tool }) => tool));
  const names = new Set([...given.keys(), ...named]);
  return [...names].map((name) => given.get(name) ?? madeUp(name));
}

/** A tool that neither policy names. */
export const unnamed: PlainTool = {
  name: unnamedTool,
  description: 'A tool that the policy does not name.',
  parameters: { type: 'object' },
};

function madeUp(name: string): PlainTool {
  return { name, description: name, parameters: { type: 'object' } };
}

/** Tools that change nothing: each gives what a place of it gives, or says that it is done. */
export function doublesOf(
  tools: readonly PlainTool[],
  places: readonly Place[],
): () => readonly Tool[] {
  const found = new Map(
    places
      .toReversed()
      .flatMap(({ witness }) => (witness.failed ? [] : [[witness.tool, witness.text] as const])),
  );
  const doubles = tools.map(({ name, description, parameters }) => {
    return { name, description, parameters, execute: () => found.get(name) ?? '"done"' };
  });
  return () => doubles;
}
