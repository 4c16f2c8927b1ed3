import type { History } from '../src/history/history.ts';
import type { PlainPart, View as EngineView } from '../src/history/plain.ts';
import type { ChatModel, ModelReply } from '../src/model/chat-model.ts';
import type { Confirm, ConfirmRequest } from '../src/engine/decision.ts';
import type { MonitorEvent } from '../src/engine/events.ts';
import type { Monitor, TurnResult } from '../src/monitor/monitor.ts';
import type { Tool, ToolOutput } from '../src/engine/tool.ts';
import type { MaybeDrafted } from '../src/propagate/relevant-within.ts';
import type { Propagator, Relevance } from '../src/propagate/propagator.ts';
import type { Reply } from '../src/spec/world.ts';
import type { Core } from './core.ts';
import type { Mask } from './lattices.ts';
import { engineViewText } from './engine-view.ts';
import { loweringsBefore, type RandomLowering, type Surroundings } from './lowerings.ts';
import { policyOf } from './engine-policy.ts';
import { fileOf } from './endorsing.ts';
import { drafting, hostileReply, type Occasion } from './model.ts';
import { engineRelevance, type RandomRelevance } from './relevance.ts';
import { declaredTools, execute, parametersOf, personsAnswer } from './rulings.ts';
import { systemText, turnParts, type DeclaredTool, type RandomPart } from './rulings.ts';
import type { Scenario } from './scenario.ts';

/** One thing that left the engine, in the order in which it did, with the step it belongs to. */
export type Sent =
  | {
      readonly kind: 'view';
      readonly step: number;
      readonly view: EngineView;
      readonly text: string;
    }
  | { readonly kind: 'question'; readonly step: number; readonly request: ConfirmRequest }
  | { readonly kind: 'call'; readonly step: number; readonly tool: string; readonly args: string };

export interface EngineRun {
  readonly sent: readonly Sent[];
  readonly results: readonly TurnResult[];
  readonly events: readonly MonitorEvent[];
  readonly history: History;
  /** Which of the labels that a person would lower were. */
  readonly lowerings: readonly boolean[];
}

/** The settings that differ between the properties, and between the two runs of one. */
export interface Plot {
  readonly secret: string;
  readonly occasion: (step: number) => Occasion | undefined;
  readonly relevant: (input: {
    readonly step: number;
    readonly labels: readonly Mask[];
    readonly ids: readonly string[];
    readonly draft: Reply | undefined;
  }) => RandomRelevance;
  /** A propagator that chooses by itself, in place of `relevant`. */
  readonly propagator?: Propagator | undefined;
  /** The lowering that a person vouches for before a turn. */
  readonly lowering: (at: Surroundings) => RandomLowering | undefined;
  /** The part of a question that the person's answer depends on. */
  readonly questionText: (request: ConfirmRequest) => string;
}

/** Runs a scenario on an engine and records what it sent to the model, the person and the tools. */
export async function runEngine(core: Core, scenario: Scenario, plot: Plot): Promise<EngineRun> {
  const sent: Sent[] = [];
  let ids = 0;
  const running: { monitor?: Monitor } = {};
  // Until a step is labelled it is the number of those before it.
  const step = (): number => stepsIn(running.monitor?.events ?? []);
  const recorder = { sent, step };
  const monitor = new core.Monitor({
    policy: policyOf(core, scenario, await fileOf(core, scenario)),
    model: modelOf(scenario, plot, recorder),
    draftModel:
      scenario.drafter === undefined ? undefined : modelOf(drafting(scenario), plot, recorder),
    propagator: plot.propagator ?? propagatorOf(core, scenario, plot),
    tools: declaredTools(scenario, plot.secret).map((tool) =>
      toolOf(scenario, { ...tool, plot, recorder }),
    ),
    confirm: confirmOf(scenario, plot, recorder),
    structure: scenario.structure,
    shortcuts: scenario.shortcuts,
    system: scenario.hasSystem ? systemText(scenario, plot.secret) : undefined,
    runId: 'run',
    nowMs: () => 0,
    newId: () => String((ids += 1)),
  });
  running.monitor = monitor;
  const results: TurnResult[] = [];
  const lowerings: boolean[] = [];
  for (let turn = 0; turn < scenario.turns; turn += 1) {
    for (let index = 0; index < loweringsBefore(scenario, turn); index += 1) {
      lowerings.push(
        vouch(core, { scenario, monitor }, (regions) => plot.lowering({ turn, index, ...regions })),
      );
    }
    results.push(await monitor.turn(turnParts(scenario, turn, plot.secret).map(plainPart)));
  }
  return { sent, results, events: monitor.events, history: monitor.history, lowerings };
}

type Regions = Pick<Surroundings, 'labels' | 'ids'>;

/** A person vouches for a region; false where the engine does not take it. */
function vouch(
  { regionsOf }: Core,
  { scenario, monitor }: { readonly scenario: Scenario; readonly monitor: Monitor },
  choose: (regions: Regions) => RandomLowering | undefined,
): boolean {
  const { lattice } = scenario;
  const entries = regionsOf(monitor.history);
  const ids = entries.map(({ id }) => id);
  const chosen = choose({ labels: entries.map(({ label }) => lattice.toMask(label)), ids });
  if (chosen === undefined) return false;
  const { kind, place, axis, because } = chosen;
  const [, to] = chosen.to;
  const lowering = { region: ids[place] ?? '', dimension: axis.name, to, because, by: 'ann' };
  try {
    monitor[kind](lowering);
    return true;
  } catch (error) {
    if (error instanceof Error && 'hint' in error) return false;
    throw error;
  }
}

function plainPart({ kind, text }: RandomPart): PlainPart {
  return kind === 'text' ? { kind, text } : { kind, mediaType: 'image/png', data: text };
}

interface Recorder {
  readonly sent: Sent[];
  readonly step: () => number;
}

function stepsIn(events: readonly MonitorEvent[]): number {
  return events.filter(({ type }) => type === 'step-labelled').length;
}

function generationsIn({ messages }: History): number {
  return messages.filter(({ role }) => role === 'assistant').length;
}

function modelOf(scenario: Scenario, plot: Plot, { sent, step }: Recorder): ChatModel {
  return {
    name: 'stub',
    generate: ({ view }) => {
      const text = engineViewText(view);
      sent.push({ kind: 'view', step: step(), view, text });
      const reply = hostileReply(scenario, text, plot.occasion(step()));
      if (reply === undefined) return noReply(text.length % 3);
      const stop = reply.truncated ? 'truncated' : 'complete';
      return Promise.resolve({ text: reply.text, calls: reply.calls, stop });
    },
  };
}

/** The ways in which a model gives nothing to use. */
function noReply(kind: number): Promise<ModelReply> {
  if (kind === 0) return Promise.reject(new Error('a broken model'));
  const calls = Array.from({ length: 1_024 }, () => ({ tool: 'tool_0', args: '{}' }));
  if (kind === 1) return Promise.resolve({ text: 'too many', calls, stop: 'complete' });
  return Promise.resolve(JSON.parse('{"text":1,"calls":[],"stop":"complete"}'));
}

function propagatorOf(
  { regionsOf }: Core,
  { lattice, needsDraft }: Scenario,
  plot: Plot,
): Propagator {
  const foreign = { text: 'foreign', values: {}, toString: () => '', toJSON: () => '' };
  const relevant = ({ history, draft }: MaybeDrafted): Relevance => {
    const entries = regionsOf(history);
    const labels = entries.map(({ label }) => lattice.toMask(label));
    const drafted = draft === undefined ? undefined : { ...draft, truncated: false };
    const ids = entries.map(({ id }) => id);
    const step = generationsIn(history);
    const said = plot.relevant({ step, labels, ids, draft: drafted });
    return engineRelevance(said, ids, { toLabel: lattice.toLabel, foreign });
  };
  return needsDraft
    ? { name: 'stub', needs: 'draft', relevant }
    : { name: 'stub', needs: 'nothing', relevant };
}

function toolOf(
  scenario: Scenario,
  { tool, name, description, plot, recorder }: DeclaredTool & { plot: Plot; recorder: Recorder },
): Tool {
  return {
    name,
    description,
    parameters: parametersOf(tool, name),
    execute: (value): ToolOutput => {
      const args = stableJson(value);
      recorder.sent.push({ kind: 'call', step: recorder.step() - 1, tool: name, args });
      const executed = execute(scenario, { tool: name, args, secret: plot.secret });
      if (executed.kind === 'throws') throw new Error(executed.text);
      if (executed.kind === 'garbage') return JSON.parse('{"parts":[{"kind":"text"}]}');
      const [only, ...more] = executed.parts;
      const isBare = only?.kind === 'text' && more.length === 0 && !executed.failed;
      return isBare ? only.text : { parts: executed.parts.map(plainPart), failed: executed.failed };
    },
  };
}

function confirmOf(scenario: Scenario, plot: Plot, recorder: Recorder): Confirm | undefined {
  const { person, lattice } = scenario;
  if (person === undefined) return undefined;
  let before = 'none';
  return {
    clearance: lattice.toLabel(person),
    ask: (request) => {
      recorder.sent.push({ kind: 'question', step: recorder.step() - 1, request });
      const answer = personsAnswer(scenario, plot.questionText(request));
      const other = before;
      before = request.hash;
      if (answer === 'silence') return Promise.reject(new Error('nobody there'));
      if (answer === 'no') return Promise.resolve({ kind: 'no', by: ['ann'], reason: 'no' });
      if (answer === 'other') {
        return Promise.resolve({ kind: 'yes', by: ['ann', 'bob'], hash: other });
      }
      return Promise.resolve({ kind: 'yes', by: answer.by, hash: request.hash });
    },
  };
}

/** JSON with sorted keys: written here once more, not taken from the engine. */
function stableJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(stableJson).join(',')}]`;
  const sorted = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([key, each]) => `${JSON.stringify(key)}:${stableJson(each)}`).join(',')}}`;
}
