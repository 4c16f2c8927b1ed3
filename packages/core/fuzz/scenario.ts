import type { BeforeAsking, Shortcuts } from '../src/engine/run-options.ts';
import type { LatticeCase, Mask } from './lattices.ts';
import { Rng } from './rng.ts';

/** The labels that a policy file gives to values in the text of a tool's results. */
export interface SpanCase {
  /** The label of those that it vouches for. */
  readonly endorsed: Mask;
  /** The label of others, besides that of the text that they stand in. */
  readonly found: Mask;
}

/** A rule of a policy file on what a tool was asked for: the label where the argument `a` is so. */
export interface AskedCase {
  readonly test: 'is' | 'is-not';
  readonly value: string;
  readonly label: Mask;
  /** True if the tool says much the same, whatever it is asked for. */
  readonly isSame: boolean;
}

/** A tool of a random world. */
export interface ToolCase {
  /** The beginning of its name; the policy names it by that alone. */
  readonly name: string;
  /** True if the policy vouches for its name; else its name is text as its description is. */
  readonly vouched: boolean;
  readonly description: string;
  /** The label of its description. */
  readonly label: Mask;
  readonly isRead: boolean;
  /** The label of its results' roots, as an index into the pool. */
  readonly result: number;
  /** The label of an image in its results, and of there being nothing in one. */
  readonly opaque: Mask;
  /** True if the policy says that the text of a failure is labelled as that of a result. */
  readonly failsAsResult: boolean;
  /** `undefined`: its results say their own labels. */
  readonly spans: SpanCase | undefined;
  /** `undefined`: the label of its results does not depend on the call's arguments. */
  readonly asked: AskedCase | undefined;
  /** The arguments that the policy says are data. */
  readonly data: readonly string[];
  /** True if its calls write what the results of others read. */
  readonly writes: boolean;
  readonly reads: boolean;
}

type TakenInWorld = Exclude<Shortcuts, 'none'> & {
  readonly beforeAsking: BeforeAsking;
  readonly staged: boolean;
};

/** Everything about a random world that is not a function: what a seed decides. */
export interface Scenario {
  readonly seed: number;
  readonly lattice: LatticeCase;
  /** The labels in use; the first is the bottom. */
  readonly pool: readonly Mask[];
  readonly tools: readonly ToolCase[];
  readonly hasSystem: boolean;
  /** The label of an image that the user sends, and of how many parts a turn has. */
  readonly opaqueTurn: Mask;
  readonly turns: number;
  readonly structure: 'keep' | 'drop';
  readonly shortcuts: TakenInWorld | 'none';
  readonly needsDraft: boolean;
  readonly clearance: Mask;
  /** The clearance of another model that drafts; `undefined`: the main one drafts. */
  readonly drafter: Mask | undefined;
  /** The clearance of the person; `undefined`: there is nobody to ask. */
  readonly person: Mask | undefined;
  /** How often, in percent, the policy lets reads, and all else, pass whatever their label. */
  readonly lenience: { readonly read: number; readonly write: number };
  /** True if the agent does much the same whatever it sees. */
  readonly isSteady: boolean;
  /** How often, in percent, a model gives no reply. */
  readonly failures: number;
  /** True if rulings may depend on text that holds a secret; not where two runs are compared. */
  readonly secretsDecide: boolean;
  /** The observer of the noninterference property. */
  readonly observer: Mask;
  /** The label up to which the policy lets calls write what is read back. */
  readonly stored: Mask;
}

/** True if a label is above the observer. */
export function isHigh({ observer }: Scenario, label: Mask): boolean {
  return (label & ~observer) !== 0;
}

/** The tool that a name is of, whatever a third party made of the name. */
export function toolNamed({ tools }: Scenario, name: string): ToolCase | undefined {
  return tools.find((tool) => name.startsWith(tool.name));
}

/** The world of a seed. */
export function scenarioOf(seed: number, lattices: readonly LatticeCase[]): Scenario {
  const rng = new Rng(seed);
  const lattice = rng.pick(lattices);
  const size = 2 + rng.below(4);
  const pool = [0, ...Array.from({ length: size }, () => rng.pick(lattice.masks))];
  const { top } = lattice.bits;
  const tools = Array.from({ length: 2 + rng.below(3) }, (_, at) => toolCase(rng, pool, at));
  const asking = new Rng(`${seed} before asking`);
  const beforeAsking = asking.pick(['nothing', 'propagator', 'propagator', 'ceiling'] as const);
  const drafting = new Rng(`${seed} drafter`);
  const staging = new Rng(`${seed} staged`);
  const scenario: Scenario = {
    seed,
    lattice,
    pool,
    tools,
    hasSystem: rng.chance(50),
    opaqueTurn: rng.pick(pool),
    turns: rng.chance(35) ? 2 : 1,
    structure: rng.chance(50) ? 'keep' : 'drop',
    shortcuts: {
      allowedDraft: rng.chance(35),
      lazyReads: rng.chance(65),
      beforeAsking,
      staged: staging.chance(40),
    },
    needsDraft: rng.chance(60),
    clearance: rng.chance(70) ? top : rng.pick(lattice.masks),
    drafter: drafting.chance(30) ? drafting.pick([top, ...lattice.masks]) : undefined,
    person: rng.chance(80) ? (rng.chance(60) ? top : rng.pick(lattice.masks)) : undefined,
    lenience: { read: rng.pick([20, 80, 95]), write: rng.pick([10, 40, 80]) },
    isSteady: rng.chance(40),
    failures: new Rng(`${seed} failures`).pick([0, 0, 0, 5]),
    secretsDecide: true,
    observer: rng.pick(lattice.masks.filter((mask) => mask !== top)),
    stored: new Rng(`${seed} stored`).pick(pool),
  };
  const lazy = rng.chance(25) ? madeForLazyReads(scenario) : scenario;
  const made = staging.chance(30) ? madeForStages(lazy) : lazy;
  const shortcuts = asking.chance(15) ? 'none' : made.shortcuts;
  return {
    ...made,
    shortcuts,
    tools: withStores(
      seed,
      withData({ ...made, tools: withAsked({ ...made, tools: withSpans(made) }) }),
    ),
  };
}

/** A world in which reads are free, writes are not, and only one description stands high. */
function madeForLazyReads(scenario: Scenario): Scenario {
  const { shortcuts } = scenario;
  const { top } = scenario.lattice.bits;
  const tools = scenario.tools.map((tool, at) => {
    return { ...tool, label: at === 0 ? top : 0, isRead: at !== 0, result: 0 };
  });
  return {
    ...scenario,
    tools,
    needsDraft: true,
    shortcuts:
      shortcuts === 'none' ? shortcuts : { ...shortcuts, allowedDraft: false, lazyReads: true },
    clearance: top,
    failures: new Rng(`${scenario.seed} replays`).chance(40) ? 12 : 0,
    lenience: { read: 95, write: 0 },
    isSteady: true,
  };
}

function toolCase(rng: Rng, pool: readonly Mask[], at: number): ToolCase {
  return {
    name: `tool_${at}`,
    vouched: rng.chance(60),
    description: `${rng.word()} tool`,
    label: rng.chance(60) ? 0 : rng.pick(pool),
    isRead: rng.chance(60),
    result: rng.below(pool.length),
    opaque: rng.pick(pool),
    failsAsResult: rng.chance(40),
    spans: undefined,
    asked: undefined,
    data: [],
    writes: false,
    reads: false,
  };
}

/** The same tools, the results of some labelled by a policy file. */
function withSpans({ seed, pool, tools }: Scenario): readonly ToolCase[] {
  return tools.map((tool, at) => {
    const rng = new Rng(`${seed} spans ${at}`);
    if (!rng.chance(25)) return tool;
    return { ...tool, spans: { endorsed: rng.pick(pool), found: rng.pick(pool) } };
  });
}

/** The same tools, the label of some results by what was asked for. */
function withAsked({ seed, pool, tools }: Scenario): readonly ToolCase[] {
  return tools.map((tool, at) => {
    const rng = new Rng(`${seed} asked ${at}`);
    if (!rng.chance(30)) return tool;
    const test = rng.pick(['is', 'is', 'is-not'] as const);
    const value = `v${rng.below(3)}`;
    return { ...tool, asked: { test, value, label: rng.pick(pool), isSame: rng.chance(50) } };
  });
}

/** A world in which much is said that may stand high, and little is acted on that may. */
function madeForStages(scenario: Scenario): Scenario {
  const { shortcuts, lattice } = scenario;
  const tools = scenario.tools.map((tool, at) => {
    return { ...tool, vouched: true, isRead: at === 1, data: ['body'] };
  });
  return {
    ...scenario,
    tools,
    structure: 'keep',
    needsDraft: true,
    drafter: undefined,
    clearance: lattice.bits.top,
    lenience: { read: 95, write: 30 },
    isSteady: true,
    shortcuts: shortcuts === 'none' ? shortcuts : { ...shortcuts, staged: true },
  };
}

/** The same tools, and what the policy says is data in their calls. */
function withData({ seed, tools }: Scenario): readonly ToolCase[] {
  return tools.map((tool, at) => {
    const rng = new Rng(`${seed} data ${at}`);
    if (tool.data.length === 0 && !rng.chance(60)) return tool;
    return { ...tool, data: rng.pick([['body'], ['body'], ['body', 'a'], ['body', 'b']]) };
  });
}

/** The same tools, some of which read what others write. */
function withStores(seed: number, tools: readonly ToolCase[]): readonly ToolCase[] {
  const rng = new Rng(`${seed} stores`);
  if (!rng.chance(50)) return tools;
  return tools.map((tool) => ({ ...tool, writes: rng.chance(60), reads: rng.chance(60) }));
}
