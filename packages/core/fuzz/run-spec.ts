import { raise, regions, turn } from '../src/spec/spec.ts';
import { ceilingView } from '../src/spec/ceiling-view.ts';
import { draftedBy } from '../src/spec/draft-by-other.ts';
import { lowerReads } from '../src/spec/lazy-reads.ts';
import { whole, type History, type Parts, type Question } from '../src/spec/world.ts';
import type { Region, Turn, World } from '../src/spec/world.ts';
import type { Mask } from './lattices.ts';
import { drafting, hostileReply } from './model.ts';
import { relevanceOf, specRelevance } from './relevance.ts';
import { declaredTools, dutyOf, execute, isUnlabelled, personsAnswer } from './rulings.ts';
import { ruleAnswer, ruleCall, specAnswer, specRuling, systemText, turnParts } from './rulings.ts';
import type { RandomPart } from './rulings.ts';
import { stableJson } from './run-engine.ts';
import { toolNamed, type Scenario } from './scenario.ts';
import { specRegion } from './text.ts';
import { viewText } from './view.ts';

/** What the specification sends, in its own words. */
export interface SpecRun {
  readonly views: readonly string[];
  readonly questions: readonly string[];
  readonly calls: readonly string[];
  readonly turns: readonly Turn<Mask>[];
  readonly labels: readonly Mask[];
}

/** How a question reads in both: what a person's answer depends on. */
export function questionText({ tool, args, label }: Question<Mask>): string {
  return JSON.stringify([tool, args, label]);
}

/** Runs a scenario on the specification. */
export function runSpec(scenario: Scenario, secret: string): SpecRun {
  const views: string[] = [];
  const questions: string[] = [];
  const calls: string[] = [];
  const world = worldOf(scenario, { views, questions, calls, secret });
  const said = (parts: readonly RandomPart[]): Parts<Mask> => turnOf(scenario, parts);
  const system: RandomPart = { kind: 'text', text: systemText(scenario, secret) };
  let history: History<Mask> = scenario.hasSystem ? [{ role: 'system', ...said([system]) }] : [];
  const turns: Turn<Mask>[] = [];
  for (let at = 0; at < scenario.turns; at += 1) {
    const done = turn(world, history, said(turnParts(scenario, at, secret)));
    history = done.history;
    turns.push(done);
  }
  const labels = regions(world, history).map(({ label }) => label);
  return { views, questions, calls, turns, labels };
}

interface Log {
  readonly views: string[];
  readonly questions: string[];
  readonly calls: string[];
  readonly secret: string;
}

function worldOf(scenario: Scenario, log: Log): World<Mask> {
  const { lattice, pool, person, shortcuts, drafter } = scenario;
  const toolCase = (name: string): Scenario['tools'][number] | undefined =>
    toolNamed(scenario, name);
  const world: World<Mask> = {
    lattice: lattice.bits,
    tools: declaredTools(scenario, log.secret).map(({ tool, name, description }) => {
      const text = `${description} {"type":"object","title":"${name}"}`;
      return { name, text, label: tool.label, vouched: tool.vouched };
    }),
    structure: scenario.structure,
    shortcuts: {
      allowedDraft: shortcuts.allowedDraft,
      lazyReads: shortcuts.lazyReads ? lowerReads : undefined,
      ceilingView: shortcuts.ceilingView ? ceilingView : undefined,
    },
    max: { steps: 40, refusals: 10, calls: 64 },
    clearance: scenario.clearance,
    needsDraft: scenario.needsDraft,
    model: modelOf(scenario, log),
    generate:
      drafter === undefined
        ? undefined
        : draftedBy({ model: modelOf(drafting(scenario), log), clearance: drafter }),
    relevant: (history, draft) => {
      const labels = regions(world, history).map(({ label }) => label);
      return specRelevance(relevanceOf(scenario, labels, draft));
    },
    ruleCall: (tool, args) => specRuling(ruleCall(scenario, tool, args)),
    ruleAnswer: (text) => specRuling(ruleAnswer(scenario, text)),
    isRead: (tool) => toolCase(tool)?.isRead ?? false,
    resultFloor: (tool) => pool[toolCase(tool)?.result ?? 0] ?? 0,
    person:
      person === undefined
        ? undefined
        : { clearance: person, ask: (question) => ask(scenario, question, log) },
    dutyOf: (label) => dutyOf(scenario, label),
    canonical,
    execute: (tool, args) => {
      log.calls.push(`${tool} ${canonical(args) ?? ''}`);
      return resultOf(scenario, { tool, args: canonical(args) ?? '', secret: log.secret });
    },
  };
  return world;
}

function modelOf(scenario: Scenario, { views }: Log): World<Mask>['model'] {
  return (view) => {
    const text = viewText(view);
    views.push(text);
    return hostileReply(scenario, text);
  };
}

function ask(
  scenario: Scenario,
  question: Question<Mask>,
  { questions }: Log,
): ReturnType<typeof specAnswer> {
  const text = questionText(question);
  questions.push(text);
  return specAnswer(personsAnswer(scenario, text), question);
}

function canonical(args: string): string | undefined {
  try {
    const value: unknown = JSON.parse(args);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? stableJson(value)
      : undefined;
  } catch {
    return undefined;
  }
}

function resultOf(
  scenario: Scenario,
  call: { readonly tool: string; readonly args: string; readonly secret: string },
): Parts<Mask> {
  const { lattice } = scenario;
  const { top } = lattice.bits;
  const found = toolNamed(scenario, call.tool);
  const executed = execute(scenario, call);
  const failed = executed.kind === 'throws' || executed.failed;
  // What failed stands at the top, unless the policy says that it is like what did not.
  const isTop = failed && found?.failsAsResult !== true;
  const opaque = isTop ? top : (found?.opaque ?? top);
  const given: readonly RandomPart[] =
    executed.kind === 'throws' ? [{ kind: 'text', text: executed.text }] : executed.parts;
  const parts = given.map((part) =>
    part.kind === 'text' && (isTop || isUnlabelled(scenario, part.text))
      ? whole(top, part.text)
      : regionOf(scenario, part, opaque),
  );
  // Several parts show how many they are only where the root of each may be seen.
  const shape = parts.reduce((joined, { label }) => joined | label, 0);
  return { shape: parts.length === 0 ? opaque : shape, parts, failed };
}

/** A turn of several parts: what opens in one may close in another, so all carry what is inside. */
function turnOf(scenario: Scenario, parts: readonly RandomPart[]): Parts<Mask> {
  const { lattice, opaqueTurn } = scenario;
  const text = parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
  const together = regionOf(scenario, { kind: 'text', text }, 0);
  const hasSpans = together.body.some((piece) => typeof piece !== 'string');
  const spans = parts.length > 1 && hasSpans ? labelsIn(together) : 0;
  const labelled = parts.map((part) => {
    const region = regionOf(scenario, part, opaqueTurn);
    return part.kind === 'text' ? raise(lattice.bits, spans, region) : region;
  });
  return { shape: parts.length > 1 ? opaqueTurn : 0, parts: labelled };
}

/** The join of all labels in a region. */
function labelsIn({ label, body }: Region<Mask>): Mask {
  return body.reduce<Mask>((all, piece) => {
    return typeof piece === 'string' ? all : all | labelsIn(piece);
  }, label);
}

function regionOf(
  { pool, lattice }: Scenario,
  { kind, text }: RandomPart,
  opaque: Mask,
): Region<Mask> {
  if (kind === 'opaque') return whole(opaque, `{image ${text}`);
  return raise(lattice.bits, 0, specRegion(text, pool, lattice.bits.top));
}
