import { canonicalJson, type Tool, type ToolOutput } from '@sluice/core';
import { openShop, shopFacts, shopOf } from '../retail/shop-world.ts';
import type { Setting } from '../task/task.ts';
import { flights } from './flights.ts';
import { payments } from './payments.ts';
import { shopping } from './shopping.ts';
import {
  declarationOf,
  mistakeIn,
  type Args,
  type DoneCall,
  type Fact,
  type OpenWorld,
  type PrivacyWorld,
  type WorldFacts,
} from './world.ts';

/** A fresh copy of the setting, to be changed by what is called. */
export function openWorld(setting: Setting): OpenWorld {
  switch (setting.world) {
    case 'payments':
      return opened(payments, setting.data);
    case 'flights':
      return opened(flights, setting.data);
    case 'shopping':
      return opened(shopping, setting.data);
    case 'retail':
      return openShop(setting.data);
  }
}

/** The world of a setting. */
export function worldOf(setting: Setting): WorldFacts {
  switch (setting.world) {
    case 'payments':
      return outsiders(payments);
    case 'flights':
      return outsiders(flights);
    case 'shopping':
      return outsiders(shopping);
    case 'retail':
      return shopOf(setting.data);
  }
}

/** Every tool is somebody else's: nothing private goes there without a question. */
function outsiders(world: Omit<WorldFacts, 'clearedFor'>): WorldFacts {
  return { ...world, clearedFor: () => [] };
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
    case 'retail':
      return shopFacts(setting.data);
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
