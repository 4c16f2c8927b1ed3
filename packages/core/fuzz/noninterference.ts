import type { ConfirmRequest } from '../src/engine/decision.ts';
import type { MonitorEvent } from '../src/engine/events.ts';
import type { Propagator } from '../src/propagate/propagator.ts';
import type { Core } from './core.ts';
import type { LatticeCase, Mask } from './lattices.ts';
import { loweringForBoth } from './lowerings.ts';
import { chosen, isWhole, occasionAt, type Planned, planOf } from './plan.ts';
import { Rng } from './rng.ts';
import { leakInRecord, toldOf } from './record-view.ts';
import { runEngine, type EngineRun, type Plot } from './run-engine.ts';
import { isHigh, scenarioOf, toolNamed, type Scenario } from './scenario.ts';
import { raisedIn } from './read-back.ts';
import { strayedAt } from './strayed.ts';
import { secretMark } from './text.ts';

/** The findings of one comparison of two runs, and how much of them it could compare. */
export interface Compared {
  /** `undefined`: nothing that the observer may see differs. */
  readonly violation: string | undefined;
  /** Steps at or below the observer that were compared. */
  readonly steps: number;
  /** Steps in which the calls had labels per argument. */
  readonly perArgument: number;
}

/**
 * Noninterference over a whole run: two worlds differ only in regions above an observer, and the
 * propagator chooses the same labels in both. In every step at or below the observer the engine
 * must send the same to the model, the tools and the person, and decide the same.
 */
export async function interference(
  core: Core,
  lattices: readonly LatticeCase[],
  seed: number,
): Promise<Compared> {
  const scenario = observed(scenarioOf(seed, lattices));
  return compared(core, scenario, [
    await watch(core, scenario, { secret: 'one' }),
    await watch(core, scenario, { secret: 'two' }),
  ]);
}

/**
 * The same law where a real propagator chooses the labels, by whatever it looks at: up to the first
 * step at which it chooses otherwise in one world than in the other, nothing below the observer may
 * differ; and in no step at all may a view at or below the observer hold a secret.
 */
export async function interferenceUnder(
  core: Core,
  scenario: Scenario,
  propagator: (secret: string) => Propagator,
): Promise<Compared> {
  const fixed: Scenario = { ...observed(scenario), structure: 'keep' };
  const watchIn = (secret: string): Promise<Watched> => {
    return watch(core, fixed, { secret, propagator: propagator(secret) });
  };
  return compared(core, fixed, [await watchIn('one'), await watchIn('two')]);
}

function compared(
  core: Core,
  scenario: Scenario,
  [first, second]: readonly [Watched, Watched],
): Compared {
  const leaks = [first, second].flatMap(({ run }) => {
    return [leakIn(scenario, run), leakInRecord(core, scenario, run)];
  });
  const leak = leaks.find((each) => each !== undefined);
  if (leak !== undefined) return { violation: leak, steps: 0, perArgument: 0 };
  const found = compare(stepsOf(core, scenario, first), stepsOf(core, scenario, second));
  return { ...found, perArgument: first.run.events.filter(isPerArgument).length };
}

/** One tool stands above everything, so that the label of the whole history is the same in both. */
function observed(drawn: Scenario): Scenario {
  // A piece of a secret that a policy file vouches for, or finds, has a label of its own, no mark:
  // the agent would not know that it is among secrets. So secrets have no such pieces here.
  const plain = drawn.tools.map((tool) => {
    const labels = (drawn.pool[tool.result] ?? 0) | (tool.asked?.label ?? 0);
    return isHigh(drawn, labels) ? { ...tool, spans: undefined } : tool;
  });
  const scenario = { ...drawn, tools: plain, secretsDecide: false };
  const { top } = scenario.lattice.bits;
  const isFixed = scenario.structure === 'drop' || new Rng(`${scenario.seed} fixed`).chance(60);
  if (!isFixed) return scenario;
  const tools = scenario.tools.map((tool, at) => (at === 0 ? { ...tool, label: top } : tool));
  return { ...scenario, tools };
}

interface Watched {
  readonly run: EngineRun;
  readonly plan: readonly Planned[];
}

async function watch(
  core: Core,
  scenario: Scenario,
  { secret, propagator }: Pick<Plot, 'secret' | 'propagator'>,
): Promise<Watched> {
  const plan = planOf(scenario, secret);
  const plot: Plot = {
    secret,
    propagator,
    occasion: (step) => occasionAt(scenario, plan, step),
    relevant: ({ step, draft, ...regions }) =>
      isWhole(scenario, plan[step], draft) ? 'everything' : chosen(scenario, plan[step], regions),
    lowering: (input) => loweringForBoth(scenario, secret, input),
    questionText: shownIn,
  };
  return { run: await runEngine(core, scenario, plot), plan };
}

/** All that a person is shown but the random name of the call, and the hash that covers it. */
function shownIn({ callId: _id, hash: _hash, ...rest }: ConfirmRequest): string {
  return JSON.stringify({ ...rest, label: rest.label.text, ceiling: rest.ceiling?.text });
}

/** No view that the engine says flows to the observer may hold a character of a secret. */
function leakIn(scenario: Scenario, run: EngineRun): string | undefined {
  const leak = generationsOf(scenario, run).find(({ isSeen, text }) => {
    return isSeen && text.includes(secretMark);
  });
  return leak === undefined ? undefined : `secret text in a view at the observer: ${leak.text}`;
}

/** A view that a model was sent, with its step in the record and the label of what came out. */
interface Generated {
  readonly step: number;
  /** `undefined`: the model failed, and nothing came out. */
  readonly label: Mask | undefined;
  readonly isSeen: boolean;
  readonly text: string;
  /** Exactly what was sent. */
  readonly view: string;
}

function generationsOf(scenario: Scenario, run: EngineRun): readonly Generated[] {
  const views = run.sent.flatMap((each) => (each.kind === 'view' ? [each] : []));
  const ends = run.events.filter(
    ({ type }) => type === 'generation-finished' || type === 'generation-failed',
  );
  return ends.flatMap((event, at) => {
    const sent = views[at];
    if (sent === undefined) return [];
    const label = 'label' in event ? scenario.lattice.toMask(event.label) : undefined;
    const isSeen = label !== undefined && !isHigh(scenario, label);
    const { text, view } = sent;
    return [{ step: event.step, label, isSeen, text, view: JSON.stringify(view) }];
  });
}

interface StepRecord {
  readonly isSeen: boolean;
  /** Every label that was chosen on the way, which reads came out again, and the turn. */
  readonly choices: string;
  /** The part of what left the engine that the observer may see. */
  readonly sent: readonly string[];
}

function compare(
  ours: readonly StepRecord[],
  theirs: readonly StepRecord[],
): Omit<Compared, 'perArgument'> {
  let steps = 0;
  for (const [at, one] of ours.entries()) {
    const other = theirs[at];
    // Past the first different choice of a label, or the end of a run, nothing is promised.
    if (other?.choices !== one.choices) break;
    if (one.isSeen) steps += 1;
    const difference = one.sent.findIndex((each, index) => each !== other.sent[index]);
    if (difference !== -1 || other.sent.length !== one.sent.length) {
      const index = difference === -1 ? one.sent.length : difference;
      return { violation: `step ${at}: ${one.sent[index]} | ${other.sent[index]}`, steps };
    }
  }
  return { violation: undefined, steps };
}

/** The steps that both runs plan, each with what it sent. */
function stepsOf(core: Core, scenario: Scenario, { run, plan }: Watched): readonly StepRecord[] {
  const { toMask } = scenario.lattice;
  let turn = 0;
  const labelled = run.events.flatMap((event) => {
    if (event.type === 'turn-started' && event.role === 'user') turn += 1;
    if (event.type !== 'step-labelled') return [];
    const control = event.control && toMask(event.control);
    return [{ number: event.step, label: toMask(event.label), control, turn, seq: event.seq }];
  });
  const isOwn = (at: number): boolean => plan[at]?.shared === undefined;
  const strayed = strayedAt(
    scenario,
    run.events,
    labelled.map(({ number, label }, at) => ({ number, label, isOwn: isOwn(at) })),
  );
  const planned = strayed === -1 ? labelled : labelled.slice(0, strayed);
  const generations = generationsOf(scenario, run);
  let toldTo = 0;
  return planned.flatMap(({ number, label, control, turn: within, seq }, at) => {
    if (isOwn(at)) return [];
    const during = run.events.filter(
      ({ step, type }) => step === number && type !== 'label-lowered',
    );
    // When a turn ends is progress: what is vouched for behind it is compared with the next step.
    const vouched = run.events.filter((event) => {
      return event.type === 'label-lowered' && event.seq >= toldTo && event.seq < seq;
    });
    toldTo = seq;
    const events = [...vouched, ...during];
    const own = generations.filter(({ step }) => step === number);
    const replays = events.flatMap((event) =>
      event.type === 'read-replayed' ? [event.identical] : [],
    );
    const views = own.flatMap(({ isSeen, view }) => (isSeen ? [view] : []));
    const isSeen = !isHigh(scenario, control ?? label);
    const all = isHigh(scenario, label) ? [] : [...othersIn(run, at), ...events.flatMap(decided)];
    // Of calls with labels per argument, what is acted on is seen where the rest may not be.
    const isApart = isSeen && control !== undefined;
    const seen = isApart ? events.flatMap((event) => actedOn(scenario, event)) : all;
    const choices = JSON.stringify([
      within,
      label,
      control,
      own.map((each) => each.label),
      replays,
      // With `drop`, the calls above are no public structure: what they raise tells of them.
      scenario.structure === 'drop' ? raisedIn(scenario, run.events, number) : [],
    ]);
    const told = new Set(events.flatMap((event) => toldOf(core, scenario, event)));
    return [{ isSeen, choices, sent: [...views, ...seen, ...told] }];
  });
}

function isPerArgument(event: MonitorEvent): boolean {
  return event.type === 'step-labelled' && event.control !== undefined;
}

function actedOn(scenario: Scenario, event: MonitorEvent): readonly string[] {
  if (event.type !== 'call-decided') return [];
  const data = toolNamed(scenario, event.tool)?.data ?? [];
  const args: Readonly<Record<string, unknown>> = JSON.parse(event.args);
  const control = Object.entries(args).filter(([name]) => !data.includes(name));
  return [JSON.stringify([event.tool, control])];
}

function decided(event: MonitorEvent): readonly string[] {
  if (event.type === 'call-decided') {
    return [JSON.stringify([event.tool, event.args, event.decision])];
  }
  if (event.type === 'call-refused') return [event.reason];
  if (event.type === 'answer-decided') return [JSON.stringify([event.text, event.decision])];
  return isEnd(event) ? [event.outcome] : [];
}

/** How a turn ended; that a limit was reached is progress, which high steps count towards. */
function isEnd(event: MonitorEvent): event is Extract<MonitorEvent, { type: 'turn-finished' }> {
  return event.type === 'turn-finished' && event.outcome !== 'limit-reached';
}

/** The questions to people and the arguments of tools, in a step. */
function othersIn({ sent }: EngineRun, step: number): readonly string[] {
  return sent.flatMap((each) => {
    if (each.step !== step || each.kind === 'view') return [];
    return each.kind === 'question' ? [shownIn(each.request)] : [`${each.tool} ${each.args}`];
  });
}
