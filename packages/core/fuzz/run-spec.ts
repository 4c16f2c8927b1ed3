import { raise, regions, turn } from '../src/spec/spec.ts';
import { shortcutsOf } from '../src/spec/before-asking.ts';
import { draftedBy, type Drafter } from '../src/spec/draft-by-other.ts';
import { lowerRegion } from '../src/spec/lowering.ts';
import { whole, type Answer, type History, type Parts, type Question } from '../src/spec/world.ts';
import type { Region, Turn, SpecWorld } from '../src/spec/world.ts';
import type { Mask } from './lattices.ts';
import { loweringOf, loweringsBefore, type RandomLowering } from './lowerings.ts';
import { floorOf, isPlain, labelAsked, spanRegion } from './endorsing.ts';
import { drafting, hostileReply } from './model.ts';
import { relevanceOf, specRelevance } from './relevance.ts';
import {
  declaredTools,
  dutyOf,
  execute,
  isUnlabelled,
  parametersOf,
  personsAnswer,
} from './rulings.ts';
import { inertAnswer, ruleAnswer, ruleCall, systemText, turnParts } from './rulings.ts';
import type { Executed, RandomPart, RandomRuling } from './rulings.ts';
import { readBack } from './read-back.ts';
import { toolNamed, type Scenario } from './scenario.ts';
import {
  questionText,
  specAnswer,
  specAsked,
  specCanonical,
  specMembers,
  specRuling,
} from './spec-rulings.ts';
import { specRegion } from './spec-text.ts';
import { specViewText } from './spec-view.ts';

/** The messages that the specification sends, in its own words. */
export interface SpecRun {
  readonly views: readonly string[];
  readonly questions: readonly string[];
  readonly calls: readonly string[];
  readonly turns: readonly Turn<Mask>[];
  readonly labels: readonly Mask[];
  readonly lowerings: readonly boolean[];
}

/** Sees what the specification is asked to do, and what the world answers. */
export interface Watch {
  readonly world: (world: SpecWorld<Mask>, drafter: Drafter<Mask> | undefined) => Watched;
  readonly said: (role: 'system' | 'user', parts: Parts<Mask>) => void;
  /** The place of the region, the bits that may fall, and to what; true: it was lowered. */
  readonly lowering: (what: readonly [number, Mask, Mask], isLowered: boolean) => void;
}
interface Watched {
  readonly world: SpecWorld<Mask>;
  readonly drafter: Drafter<Mask> | undefined;
}

/** Runs a scenario on the specification. */
export function runSpec(scenario: Scenario, secret: string, watch?: Watch): SpecRun {
  const views: string[] = [];
  const questions: string[] = [];
  const calls: string[] = [];
  const lowerings: boolean[] = [];
  const log: Log = { views, questions, calls, secret, ruled: { kind: 'throws' } };
  const own = { world: worldOf(scenario, log), drafter: drafterOf(scenario, log) };
  const { world: seen, drafter } = watch?.world(own.world, own.drafter) ?? own;
  const world = { ...seen, generate: drafter && draftedBy(drafter) };
  const said = (role: 'system' | 'user', parts: readonly RandomPart[]): Parts<Mask> => {
    const all = turnOf(scenario, parts);
    watch?.said(role, all);
    return all;
  };
  const system: RandomPart = { kind: 'text', text: systemText(scenario, secret) };
  let history: History<Mask> = scenario.hasSystem
    ? [{ role: 'system', ...said('system', [system]) }]
    : [];
  const turns: Turn<Mask>[] = [];
  for (let at = 0; at < scenario.turns; at += 1) {
    for (let index = 0; index < loweringsBefore(scenario, at); index += 1) {
      const labels = regions(world, history).map(({ label }) => label);
      const lowering = loweringOf(scenario, { turn: at, index }, labels);
      const lowered = lowering && vouched({ world, history, watch }, lowering);
      lowerings.push(lowered !== undefined);
      history = lowered ?? history;
    }
    const done = turn(world, history, said('user', turnParts(scenario, at, secret)));
    history = done.history;
    turns.push(done);
  }
  const labels = regions(world, history).map(({ label }) => label);
  return { views, questions, calls, turns, labels, lowerings };
}

/** Integrity is endorsed and confidentiality declassified; for either somebody gives a reason. */
function vouched(
  {
    world,
    history,
    watch,
  }: { world: SpecWorld<Mask>; history: History<Mask>; watch: Watch | undefined },
  { kind, place, axis, to: [to], because }: RandomLowering,
): History<Mask> | undefined {
  if (because.trim() === '') return undefined;
  if (kind === 'endorse' && axis.name === 'confidentiality') return undefined;
  if (kind === 'declassify' && axis.name === 'integrity') return undefined;
  const lowered = lowerRegion(world, history, {
    at: place,
    to: (from) => (from & ~axis.bits) | to,
  });
  watch?.lowering([place, axis.bits, to], lowered !== undefined);
  return lowered;
}

interface Log {
  readonly views: string[];
  readonly questions: string[];
  readonly calls: string[];
  readonly secret: string;
  /** The ruling that was last given: what a question is about. */
  ruled: RandomRuling;
}

function worldOf(scenario: Scenario, log: Log): SpecWorld<Mask> {
  const { lattice, person } = scenario;
  const toolCase = (name: string): Scenario['tools'][number] | undefined =>
    toolNamed(scenario, name);
  const world: SpecWorld<Mask> = {
    lattice: lattice.bits,
    tools: declaredTools(scenario, log.secret).map(({ tool, name, description }) => {
      const text = `${description} ${JSON.stringify(parametersOf(tool, name))}`;
      const hinted = `${description} ${hintedParameters(tool, name)}`;
      return { name, text, hinted, label: tool.label, vouched: tool.vouched };
    }),
    structure: scenario.structure,
    shortcuts: shortcutsOf(scenario.shortcuts),
    max: { steps: 40, refusals: 10, calls: 64 },
    clearance: scenario.clearance,
    needsDraft: scenario.needsDraft,
    model: modelOf(scenario, log),
    relevant: (history, draft) => {
      const labels = regions(world, history).map(({ label }) => label);
      return specRelevance(relevanceOf(scenario, labels, draft));
    },
    ruleCall: (tool, args) => specRuling((log.ruled = ruleCall(scenario, tool, args))),
    ruleAnswer: (text) => specRuling((log.ruled = ruleAnswer(scenario, text))),
    inert: (text) => inertAnswer(scenario, text),
    isRead: (tool) => toolCase(tool)?.isRead ?? false,
    resultFloor: (tool) => {
      const named = toolCase(tool);
      return named === undefined ? 0 : floorOf(scenario, named);
    },
    person:
      person === undefined
        ? undefined
        : { clearance: person, ask: (question) => ask(scenario, question, log) },
    dutyOf: (label) => dutyOf(scenario, label),
    canonical: specCanonical,
    members: specMembers,
    dataOf: (tool) => toolCase(tool)?.data ?? [],
    readBack: (written, read) => readBack(scenario, written, read),
    execute: (tool, args) => {
      const canonical = specCanonical(args) ?? '';
      log.calls.push(`${tool} ${canonical}`);
      return resultOf(scenario, { tool, args: canonical, secret: log.secret });
    },
  };
  return world;
}

function drafterOf(scenario: Scenario, log: Log): Drafter<Mask> | undefined {
  const { drafter: clearance } = scenario;
  if (clearance === undefined) return undefined;
  return { model: modelOf(drafting(scenario), log), clearance };
}

function modelOf(scenario: Scenario, { views }: Log): SpecWorld<Mask>['model'] {
  return (view) => {
    const text = specViewText(view);
    views.push(text);
    return hostileReply(scenario, text);
  };
}

function ask(
  scenario: Scenario,
  question: Question<Mask>,
  { questions, ruled: ruling }: Log,
): Answer<Mask> {
  const duty = dutyOf(scenario, question.label) ?? [];
  const text = questionText(specAsked(scenario.lattice, question, { ruling, dutyOf: duty }));
  questions.push(text);
  return specAnswer(personsAnswer(scenario, text), question);
}

function resultOf(
  scenario: Scenario,
  call: { readonly tool: string; readonly args: string; readonly secret: string },
): Parts<Mask> {
  const { lattice } = scenario;
  const { top } = lattice.bits;
  const found = toolNamed(scenario, call.tool);
  const executed = execute(scenario, call);
  const failed = executed.kind !== 'parts' || executed.failed;
  // A failure stands at the top, unless the policy says that it is like what did not.
  const isTop = failed && found?.failsAsResult !== true;
  const opaque = isTop ? top : (found?.opaque ?? top);
  const given = partsIn(executed);
  const parts = given.map((part) => {
    if (part.kind === 'text' && (isTop || isUnlabelled(scenario, part.text))) {
      return whole(top, part.text);
    }
    if (found === undefined || failed || !isPlain(found)) return regionOf(scenario, part, opaque);
    const label = labelAsked(scenario, found, call.args);
    if (found.spans === undefined) return whole(label, part.text);
    return spanRegion(label, { text: part.text, spans: found.spans, top });
  });
  // Several parts show how many they are only where the root of each may be seen.
  const shape = parts.reduce((joined, { label }) => joined | label, 0);
  return { shape: parts.length === 0 ? opaque : shape, parts, failed };
}

function partsIn(executed: Executed): readonly RandomPart[] {
  if (executed.kind === 'parts') return executed.parts;
  const text = executed.kind === 'throws' ? executed.text : 'The tool gave no text.';
  return [{ kind: 'text', text }];
}

/** A turn of several parts. Where they cannot be read as one text, all of it is at the top. */
function turnOf(scenario: Scenario, parts: readonly RandomPart[]): Parts<Mask> {
  const { lattice, opaqueTurn } = scenario;
  const { top } = lattice.bits;
  const text = parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
  const together = regionOf(scenario, { kind: 'text', text }, 0);
  const isUnread = parts.length > 1 && together.label === top;
  const labelled = parts.map((part) => {
    const region = regionOf(scenario, part, opaqueTurn);
    const isRaised = isUnread && part.kind === 'text' && region.label !== top;
    if (!isRaised) return region;
    const raised = raise(lattice.bits, top, region);
    return region.quoted ? raised : { label: region.label, quoted: false, body: [raised] };
  });
  return { shape: parts.length > 1 ? together.label : 0, parts: labelled };
}

function regionOf(
  { pool, lattice }: Scenario,
  { kind, text }: RandomPart,
  opaque: Mask,
): Region<Mask> {
  if (kind === 'opaque') return whole(opaque, `\u0002image/png ${text}`);
  return raise(lattice.bits, 0, specRegion(text, pool, lattice.bits.top));
}

/** The parameters as they stand where only what is acted on is decided. */
function hintedParameters(tool: Scenario['tools'][number], name: string): string {
  const hint =
    '{"type":"string","enum":["later"],' +
    '"description":"Written afterwards. If there is to be one, give \\"later\\"."}';
  return JSON.stringify(parametersOf(tool, name)).replace('{"type":"string"}', hint);
}
