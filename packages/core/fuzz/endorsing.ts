import type { Region as EngineRegion } from '../src/history/content.ts';
import type { Policy, ToolResult } from '../src/policy/policy.ts';
import type { ConditionSource, ResultSource } from '../src/policy/source.ts';
import type { Region } from '../src/spec/world.ts';
import type { Core } from './core.ts';
import type { Mask } from './lattices.ts';
import { Rng } from './rng.ts';
import { isHigh, type AskedCase, type Scenario, type SpanCase, type ToolCase } from './scenario.ts';
import { secretWord } from './text.ts';

/** Patterns of the spans of a policy file: one that it vouches for, one that it only finds. */
const patterns = { endorsed: 'v[0-9]', found: 'w[0-9]' } as const;

/** A result that says no labels, with some values that the spans find. */
export function plainText(
  scenario: Scenario,
  label: Mask,
  { shared, secret }: { readonly shared: Rng; readonly secret: Rng },
): string {
  const isSecret = isHigh(scenario, label);
  const rng = isSecret ? secret : shared;
  const values = ['', 'v0', 'v1', 'v2', 'w0', 'w1'];
  const words = Array.from({ length: 1 + rng.below(4) }, () => {
    return `${isSecret ? secretWord(rng) : rng.word()} ${rng.pick(values)}`;
  });
  return words.join(' ');
}

/** The policy files of a scenario, as the engine loads them. */
export async function fileOf(core: Core, scenario: Scenario): Promise<Policy | undefined> {
  const { lattice, tools } = scenario;
  const text = (mask: Mask): string => lattice.toLabel(mask).text;
  const results = tools.flatMap(
    (tool): readonly (readonly [string, { result: ResultSource }])[] => {
      const { spans, asked } = tool;
      if (!isPlain(tool)) return [];
      const endorse = { because: 'a value of one word' };
      const result: ResultSource = {
        format: 'text',
        label: text(baseOf(scenario, tool)),
        ...(spans && {
          spans: [
            { pattern: patterns.endorsed, label: text(spans.endorsed), endorse },
            { pattern: patterns.found, label: text(spans.found) },
          ],
        }),
        ...(asked && {
          rules: [{ path: '$', args: { a: conditionOf(asked) }, label: text(asked.label) }],
        }),
      };
      return [[tool.name, { result }]];
    },
  );
  if (results.length === 0) return undefined;
  return core.definePolicy({
    version: 1,
    lattice: lattice.source,
    onViolation: 'ask',
    answer: { ceiling: 'top' },
    tools: Object.fromEntries(results),
  });
}

/** The regions that the file's policy finds in a text, with the labels of the scenario's space. */
export function fileRegion(
  { lattice: { space } }: Scenario,
  file: Policy,
  { tool, text, args }: Pick<ToolResult, 'tool' | 'text' | 'args'>,
): EngineRegion {
  const own = (region: EngineRegion): EngineRegion => {
    return { ...region, label: space.parse(region.label.text), parts: region.parts.map(own) };
  };
  return own(file.labelResult({ tool, args, text, failed: false }).root);
}

function conditionOf({ test, value }: AskedCase): ConditionSource {
  return test === 'is' ? value : { notIn: [value] };
}

/** True if a policy file labels the tool's results, which say no labels themselves. */
export function isPlain({ spans, asked }: ToolCase): boolean {
  return spans !== undefined || asked !== undefined;
}

/**
 * The label of a plain result by what was asked for, in the words of the specification: where the
 * argument is missing, or no text, it is both labels.
 */
export function labelAsked(scenario: Scenario, tool: ToolCase, args: string): Mask {
  const base = baseOf(scenario, tool);
  const { asked } = tool;
  if (asked === undefined) return base;
  const read: unknown = JSON.parse(args);
  const a: unknown = Object.entries(read ?? {}).find(([name]) => name === 'a')?.[1];
  if (typeof a !== 'string') return base | asked.label;
  return (a === asked.value) === (asked.test === 'is') ? asked.label : base;
}

/** Flows to the label of every result. */
export function floorOf(scenario: Scenario, tool: ToolCase): Mask {
  return baseOf(scenario, tool) & (tool.asked?.label ?? scenario.lattice.bits.top);
}

/** The same by the words of the specification: what a span only finds carries the text's label. */
export function spanRegion(
  base: Mask,
  { text, spans, top }: { readonly text: string; readonly spans: SpanCase; readonly top: Mask },
): Region<Mask> {
  const labelOf = (piece: string): Mask => {
    if (/^v[0-9]$/.test(piece)) return spans.endorsed;
    return /^w[0-9]$/.test(piece) ? spans.found | base : base;
  };
  const pieces = text.split(/([vw][0-9])/).filter((piece) => piece !== '');
  const parts = pieces.map((piece) => {
    return { label: labelOf(piece), quoted: false, body: [piece] };
  });
  const isWhole = parts.length === 1 && labelOf(text) === base && !/^[vw][0-9]$/.test(text);
  if (isWhole) return { label: base, quoted: false, body: [text] };
  const label = parts.reduce((all, part) => all & part.label, top);
  return { label, quoted: false, body: parts };
}

function baseOf({ pool }: Scenario, { result }: ToolCase): Mask {
  return pool[result] ?? 0;
}
