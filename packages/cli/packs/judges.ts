import { loadPolicy, type Label, type Policy, type ToolResult } from '@sluice/core';
import { parse, stringify } from 'yaml';
import { policyText } from '../src/init/policy-text.ts';
import { splitPack } from '../src/init/pack-tools.ts';
import type { Pack } from '../src/init/packs.ts';

/** A policy's label for a place in a result. */
export interface Judge {
  readonly labelAt: (result: ToolResult, at: number) => Label;
  /** True if text with this label may lead to a write by its integrity. */
  readonly isTrusted: (label: Label) => boolean;
  /** The ways outside that text with this label may take by its confidentiality. */
  readonly waysOut: (label: Label) => readonly string[];
}

/** The pack as `init` puts it beside tools that reach outside, and the same with all trusted. */
export interface Judges {
  readonly pack: Judge;
  readonly control: Judge;
}

/** Packs with tools that reach strangers: a page's owner, and whoever is mailed to. */
const reaching: ReadonlySet<string> = new Set(['fetch', 'email']);

export async function judgesOf(pack: Pack, packs: readonly Pack[]): Promise<Judges> {
  const others = packs.filter(({ name }) => reaching.has(name) && name !== pack.name);
  const text = policyText({
    packed: [pack, ...others].map((each) => ({
      server: serverOf(each),
      pack: each,
      by: each.name,
    })),
    unknown: [],
    tools: [],
    toolNames: 'plain',
    holder: ['ann@acme.example'],
    acting: 'ask',
    dimensions: 'readers',
  });
  const control = trusting(text, pack);
  return { pack: judge(await loadPolicy(text)), control: judge(await loadPolicy(control)) };
}

function serverOf({ name, ways }: Pack) {
  return { name, file: 'mcp.json', start: undefined, known: ways };
}

/** Every result of the pack trusted, and for everyone: hostile texts and secrets must pass it. */
function trusting(text: string, pack: Pack): string {
  const source = parse(text);
  for (const { name } of splitPack(pack).tools) {
    const label = 'trusted & everyone';
    const result = { format: 'text', label, failed: label, because: 'a control' };
    source.tools[name] = { call: 'never', result };
  }
  return stringify(source);
}

function judge(policy: Policy): Judge {
  const { space } = policy;
  return {
    labelAt: (result, at) => innermost(policy, result, at),
    isTrusted: (label) => space.flowsTo(label, space.parse('trusted & nobody')),
    waysOut: (label) => {
      // As if a trusted text said it: what holds it back is its confidentiality alone.
      const [, readers = ''] = label.text.split(' & ');
      const said = space.parse(`trusted & ${readers}`);
      return Object.entries(rulings(policy)).flatMap(([way, ruling]) =>
        ruling.kind === 'ceiling' && space.flowsTo(said, ruling.ceiling) ? [way] : [],
      );
    },
  };
}

function rulings(policy: Policy) {
  const url = 'https://eve.example/?q=x';
  const mail = { account_name: 'a', recipients: ['eve@evil.example'], subject: 's', body: 'x' };
  return {
    'a fetched address': policy.ruleCall('fetch', JSON.stringify({ url })),
    'a mail to a stranger': policy.ruleCall('send_email', JSON.stringify(mail)),
    'a link in the answer': policy.ruleAnswer(`[x](${url})`),
  };
}

/** The label of the innermost region around a place. */
function innermost(policy: Policy, result: ToolResult, at: number): Label {
  let { root: region } = policy.labelResult(result);
  for (;;) {
    const inner = region.parts.find(({ start, end }) => start <= at && at < end);
    if (inner === undefined) return region.label;
    region = inner;
  }
}
