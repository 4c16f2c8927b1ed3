import { readFileSync } from 'node:fs';
import { canonicalJson, type Tool, type ToolOutput } from '@sluice/core';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Args, DoneCall, Fact, OpenWorld, WorldFacts } from '../world/world.ts';
import { placesIn } from './places.ts';
import type { RecordedCall, ShopData } from './shop-data.ts';

const categories = ['identity', 'address', 'payment', 'orders'] as const;

/** Arguments of running text. */
const freeTexts: Readonly<Record<string, string>> = {
  transfer_to_human_agents: 'summary',
  think: 'thought',
};

/** From the sources and from the build alike: sources ship. */
const policyFile = new URL('../../../src/privacy/retail/retail.yaml', import.meta.url);

const policyShape = z.object({
  tools: z.record(
    z.string(),
    z.object({
      effect: z.enum(['read', 'write']),
      call: z.union([z.literal('never'), z.object({ ceiling: z.string() })]),
    }),
  ),
});

interface ShopPolicy {
  readonly text: string;
  readonly tools: z.output<typeof policyShape>['tools'];
}

let read: ShopPolicy | undefined;

function shopPolicy(): ShopPolicy {
  if (read !== undefined) return read;
  const text = readFileSync(policyFile, 'utf8');
  read = { text, tools: policyShape.parse(parse(text)).tools };
  return read;
}

/** The part that is the same for every customer: the rules are the system's turn. */
export function shopOf({ rules, tools }: ShopData): WorldFacts {
  const policy = shopPolicy();
  return {
    system: rules,
    categories,
    policy: policy.text,
    tools: tools.map(({ name, description }) => ({
      name,
      about: description,
      effect: effectOf(name),
      freeText: freeTexts[name],
    })),
    clearedFor: (tool) => clearedBy(policy.tools[tool]?.call ?? 'never'),
  };
}

function effectOf(tool: string): 'read' | 'write' {
  return shopPolicy().tools[tool]?.effect ?? 'write';
}

function clearedBy(call: ShopPolicy['tools'][string]['call']): readonly string[] | undefined {
  if (call === 'never') return undefined;
  return categories.filter((category) => call.ceiling.includes(category));
}

/** A shop that answers each recorded call as it was recorded, and no other. */
export function openShop(data: ShopData): OpenWorld {
  const done: DoneCall[] = [];
  const changes = (): readonly DoneCall[] => done.filter(({ effect }) => effect === 'write');
  const tools = data.tools.map((tool): Tool => {
    const effect = effectOf(tool.name);
    const execute = (args: Args): ToolOutput => {
      const output = answerTo(data, { tool: tool.name, args, changed: changes().length });
      if (output === undefined) return notRecorded;
      done.push({ tool: tool.name, args, effect });
      return output;
    };
    return { ...tool, execute };
  });
  return { tools, done, state: () => canonicalJson({ changes: changes() }) };
}

const notRecorded: ToolOutput = {
  parts: [{ kind: 'text', text: '{"error":"the shop has not recorded this call"}' }],
  failed: true,
};

/**
 * The output of the last recorded call like this one that as many changes stand before: a look-up
 * after a change shows it.
 */
function answerTo(
  { calls }: ShopData,
  { tool, args, changed }: Pick<RecordedCall, 'tool' | 'args'> & { readonly changed: number },
): string | undefined {
  const wanted = canonicalJson(args);
  let before = 0;
  let found: string | undefined;
  for (const call of calls) {
    const isSame = call.tool === tool && canonicalJson(call.args) === wanted;
    if (isSame && (found === undefined || before <= changed)) found = call.output;
    if (effectOf(call.tool) === 'write') before += 1;
  }
  return found;
}

const factLengthMin = 4;

/** Private values that cannot be anything else's: with a digit or an `@`, and nowhere public. */
export function shopFacts({ calls }: ShopData): readonly Fact[] {
  const places = calls.flatMap(placesIn);
  const shown = new Set(places.filter(({ of }) => of === undefined).map(({ text }) => text));
  const facts = new Map<string, Fact>();
  for (const { text, of } of places) {
    const isTelling = text.length >= factLengthMin && /[\d@]/.test(text) && !shown.has(text);
    if (of !== undefined && isTelling && !facts.has(text)) facts.set(text, { of, text });
  }
  return [...facts.values()];
}
