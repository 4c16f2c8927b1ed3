import type { PlainTool, Tool } from '@sluice/core';
import type { Sourced } from '../init/draft/origin.ts';
import { doublesOf, toolsOf, unnamed } from './doubles.ts';
import { madeUpPlaces, type Place, type Policies } from './places.ts';

/** Doubles of the tools that the policies name, with the places of what they give. */
export interface MadeUpBench {
  readonly tools: readonly PlainTool[];
  readonly places: readonly Place[];
  readonly doubles: () => readonly Tool[];
  readonly gaps: readonly string[];
}

interface Made {
  readonly declared: readonly PlainTool[];
  readonly isAlone: boolean;
  /** All that the list of the tools says of them. */
  readonly sourced?: readonly Sourced[];
}

/** An agent that is the policy alone also has a tool that no policy names. */
export function madeUpBench(
  policies: Policies,
  { declared, isAlone, sourced = [] }: Made,
): MadeUpBench {
  const tools = [...toolsOf(policies, declared), ...(isAlone ? [unnamed] : [])];
  const known = new Set(tools.map(({ name }) => name));
  const { places: all, gaps } = madeUpPlaces(policies, sourced, tools);
  const places = all.filter(({ witness }) => known.has(witness.tool));
  return { tools, places, gaps, doubles: doublesOf(tools, places) };
}
