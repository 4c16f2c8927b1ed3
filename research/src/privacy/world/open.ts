import { canonicalJson, type Tool, type ToolOutput } from '@sluice/core';
import type { Setting, WorldName } from '../task/task.ts';
import { flights } from './flights.ts';
import { payments } from './payments.ts';
import { shopping } from './shopping.ts';
import {
  declarationOf,
  mistakeIn,
  type Args,
  type Fact,
  type ToolSpec,
  type PrivacyWorld,
} from './world.ts';

/** A call that a world has carried out. */
export interface DoneCall {
  readonly tool: string;
  readonly args: Args;
  readonly effect: 'read' | 'write';
}

/** The part of a world that is the same for every user. */
export interface WorldFacts extends Pick<PrivacyWorld<never>, 'system' | 'categories' | 'policy'> {
  readonly tools: readonly Omit<ToolSpec<never>, 'run'>[];
}

/** A world as one task finds it, and what was done in it. */
export interface OpenWorld {
  readonly tools: readonly Tool[];
  /** Calls that were carried out, in order; those that failed are not among them. */
  readonly done: readonly DoneCall[];
  /** All of its data as canonical JSON: what a grader compares. */
  readonly state: () => string;
}

/** A fresh copy of the setting, to be changed by what is called. */
export function openWorld(setting: Setting): OpenWorld {
  switch (setting.world) {
    case 'payments':
      return opened(payments, setting.data);
    case 'flights':
      return opened(flights, setting.data);
    case 'shopping':
      return opened(shopping, setting.data);
  }
}

export function worldNamed(name: WorldName): WorldFacts {
  switch (name) {
    case 'payments':
      return payments;
    case 'flights':
      return flights;
    case 'shopping':
      return shopping;
  }
}

/** The private texts of a setting. */
export function factsIn(setting: Setting): readonly Fact[] {
  switch (setting.world) {
    case 'payments':
      return payments.factsOf(setting.data);
    case 'flights':
      return flights.factsOf(setting.data);
    case 'shopping':
      return shopping.factsOf(setting.data);
  }
}

function opened<Data>(world: PrivacyWorld<Data>, data: Data): OpenWorld {
  const own = structuredClone(data);
  const done: DoneCall[] = [];
  const tools = world.tools.map((spec): Tool => {
    const execute = (args: Args): ToolOutput => {
      const mistake = mistakeIn(spec, args);
      const result = mistake === undefined ? spec.run(own, args) : undefined;
      if (result === undefined) return failure(mistake ?? 'there is no such thing');
      done.push({ tool: spec.name, args, effect: spec.effect });
      return JSON.stringify(result);
    };
    return { ...declarationOf(spec), execute };
  });
  return { tools, done, state: () => canonicalJson(own) };
}

function failure(why: string): ToolOutput {
  return { parts: [{ kind: 'text', text: JSON.stringify({ error: why }) }], failed: true };
}
