import type { DenyReason } from '../src/policy/policy.ts';
import type { Mask } from './lattices.ts';
import { isPlain, labelAsked, plainText } from './endorsing.ts';
import { hash, Rng } from './rng.ts';
import { toolNamed, type Scenario, type ToolCase } from './scenario.ts';
import { grow, print, secretMark, secretWord, type Growth } from './text.ts';

type OnViolation = 'ask' | 'block' | 'log';
/** A ruling in bits; `throws`: the policy fails. */
export type RandomRuling =
  | {
      readonly kind: 'ceiling';
      readonly ceiling: Mask;
      readonly perArgument: Readonly<Record<string, Mask>>;
      readonly otherwise: OnViolation;
    }
  | { readonly kind: 'never'; readonly otherwise: OnViolation }
  | { readonly kind: 'deny'; readonly deny: DenyReason }
  | { readonly kind: 'throws' };

const denials: readonly DenyReason[] = ['arguments-invalid', 'argument-not-allowed'];

/** Where two runs are to take one path, a text that a high step wrote decides nothing. */
function visible({ secretsDecide }: Scenario, text: string): string {
  return !secretsDecide && text.includes(secretMark) ? '' : text;
}

interface Ruled {
  readonly rng: Rng;
  readonly lenience: number;
  readonly hasArguments: boolean;
  /** The arguments that are data. */
  readonly data: readonly string[];
}

function ruling({ pool, lattice }: Scenario, ruled: Ruled): RandomRuling {
  const { rng, lenience, hasArguments, data } = ruled;
  const otherwise = rng.pick(['ask', 'ask', 'block', 'log'] as const);
  const kind = rng.below(100);
  if (kind < 5) return { kind: 'deny', deny: rng.pick(denials) };
  if (kind < 8) return { kind: 'never', otherwise };
  if (kind < 10) return { kind: 'throws' };
  const bound = (): Mask => (rng.chance(lenience) ? lattice.bits.top : rng.pick(pool));
  const ceiling = bound();
  const names = hasArguments && rng.chance(25) ? [rng.pick(argumentNames), 'a'] : [];
  // What is said may mostly stand higher than what is acted on.
  const said = data.filter(() => rng.chance(90));
  const saidBound = (): Mask => (rng.chance(80) ? lattice.bits.top : bound());
  const perArgument = Object.fromEntries([
    ...names.map((name) => [name, bound()] as const),
    ...said.map((name) => [name, saidBound()] as const),
  ]);
  return { kind: 'ceiling', ceiling, perArgument, otherwise };
}

/** Two that agents use, and one that a pointer has to escape. */
const argumentNames = ['a', 'b', 'x~y/z'];

/** A policy's word on a call: a pure function of the scenario, the tool and the arguments. */
export function ruleCall(scenario: Scenario, tool: string, args: string): RandomRuling {
  const named = toolNamed(scenario, tool);
  const isRead = named?.isRead === true;
  const rng = new Rng(
    hash(`${scenario.seed} call ${named?.name ?? tool} ${visible(scenario, args)}`),
  );
  const lenience = scenario.lenience[isRead ? 'read' : 'write'];
  return ruling(scenario, { rng, lenience, hasArguments: true, data: named?.data ?? [] });
}

export function ruleAnswer(scenario: Scenario, text: string): RandomRuling {
  const rng = new Rng(hash(`${scenario.seed} answer ${visible(scenario, text)}`));
  return ruling(scenario, {
    rng,
    lenience: scenario.lenience.write,
    hasArguments: false,
    data: [],
  });
}

/** The form in which an answer goes out whose links are dead; `undefined`: there is none. */
export function inertAnswer({ seed }: Scenario, text: string): string | undefined {
  return hash(`${seed} inert`) % 2 === 0 ? `${text} inert` : undefined;
}

/** The approvers that a label requires. */
export function dutyOf({ seed }: Scenario, label: Mask): readonly string[] | undefined {
  const kind = hash(`${seed} duty ${label}`) % 10;
  return kind < 7 ? [] : kind < 9 ? ['ann'] : undefined;
}

/** How a person answers: `other` is a yes to another question than the one asked. */
export type PersonsAnswer = 'no' | 'silence' | 'other' | { readonly by: string[] };

export function personsAnswer({ seed }: Scenario, question: string): PersonsAnswer {
  const rng = new Rng(hash(`${seed} person ${question}`));
  return rng.pick<PersonsAnswer>([
    'no',
    'silence',
    'other',
    { by: [] },
    { by: ['bob'] },
    { by: ['ann'] },
    { by: ['bob', 'ann'] },
    { by: ['ann'] },
  ]);
}

/** One part of a turn or a result: a labelled text, or an image that nobody reads. */
export interface RandomPart {
  readonly kind: 'text' | 'opaque';
  readonly text: string;
}

/** The outcome of a call: parts, an error with a labelled message, or what no tool may give. */
export type Executed =
  | { readonly kind: 'garbage' }
  | { readonly kind: 'parts'; readonly parts: readonly RandomPart[]; readonly failed: boolean }
  | { readonly kind: 'throws'; readonly text: string };

/** Runs a tool: a pure function of the call and, above the observer, of the run's secret. */
export function execute(
  scenario: Scenario,
  { tool, args, secret }: { tool: string; args: string; secret: string },
): Executed {
  const found = toolNamed(scenario, tool);
  const asked = found?.asked?.isSame === true ? found.name : `${tool} ${args}`;
  const growth = growthOf(scenario, `result ${asked}`, secret);
  const { shared } = growth;
  const count = shared.pick([1, 1, 1, 1, 1, 1, 2, 0]);
  const kind = shared.below(20);
  const root = found?.result ?? 0;
  if (kind === 0) return { kind: 'throws', text: print(grow(growth, root)) };
  if (kind === 2 && shared.chance(40)) return { kind: 'garbage' };
  const { opaque = 0, failsAsResult = false } = found ?? {};
  const label =
    found !== undefined && isPlain(found) ? labelAsked(scenario, found, args) : undefined;
  const parts = Array.from({ length: count }, () =>
    label === undefined
      ? partOf(growth, { root, opaque })
      : ({ kind: 'text', text: plainText(scenario, label, growth) } as const),
  );
  // A failure at the top leaves no mark in a view below it, by which the agent knows that it is
  // among secrets and keeps to the public structure. So there both runs fail alike; and so they do
  // where a policy file labels the results: what it does not find in a failure is at the top.
  const failed =
    failsAsResult && label === undefined
      ? hasFailed(growth, { text: scenario.pool[root] ?? 0, opaque, parts, kind })
      : kind === 1;
  return { kind: 'parts', parts, failed };
}

/** That a call failed has the label of how many parts came: above the observer it is a secret. */
function hasFailed(
  { observer, secret }: Growth,
  {
    text,
    opaque,
    parts,
    kind,
  }: { text: Mask; opaque: Mask; parts: readonly RandomPart[]; kind: number },
): boolean {
  const labels = parts.map((part) => (part.kind === 'text' ? text : opaque));
  const shape = labels.reduce((all, label) => all | label, 0);
  // In a result without parts, this would be the only difference, in a view that shows no sign
  // of it.
  return (shape & ~observer) === 0 ? kind === 1 : secret.chance(25);
}

/** The parts of a user turn, at times with an image. */
export function turnParts(scenario: Scenario, turn: number, secret: string): readonly RandomPart[] {
  // The label of a turn of several parts is the join of what is inside them.
  const growth = { ...growthOf(scenario, `turn ${turn}`, secret), isPlain: true };
  const count = growth.shared.pick([1, 1, 1, 1, 2]);
  const place = { root: 0, opaque: scenario.opaqueTurn };
  return Array.from({ length: count }, () => partOf(growth, place));
}

export function systemText(scenario: Scenario, secret: string): string {
  return print(grow(growthOf(scenario, 'system', secret), 0));
}

function growthOf({ seed, pool, observer }: Scenario, what: string, secret: string): Growth {
  const shared = new Rng(hash(`${seed} ${what}`));
  const own = new Rng(hash(`${seed} ${what} ${secret}`));
  return { pool, observer, shared, secret: own, isPlain: false };
}

function partOf(
  growth: Growth,
  { root, opaque }: { readonly root: number; readonly opaque: Mask },
): RandomPart {
  const { shared, observer } = growth;
  if (!shared.chance(8)) return { kind: 'text', text: print(grow(growth, root)) };
  const isHigh = (opaque & ~observer) !== 0;
  return { kind: 'opaque', text: isHigh ? secretWord(growth.secret) : shared.word() };
}

/** A tool as a third party declares it. */
export interface DeclaredTool {
  readonly tool: ToolCase;
  readonly name: string;
  readonly description: string;
}

/**
 * The tools as they describe themselves, each a third party's word: above the observer it holds a
 * secret, and so does a name that nobody vouches for.
 */
export function declaredTools(scenario: Scenario, secret: string): readonly DeclaredTool[] {
  const { seed, observer, tools } = scenario;
  return tools.map((tool) => {
    const { name, description, label, vouched } = tool;
    if ((label & ~observer) === 0) return { tool, name, description };
    const own = new Rng(`${seed} ${name} ${secret}`);
    const said = `${secretWord(own)} ${description}`;
    if (vouched) return { tool, name, description: said };
    // Some names can be guessed from below, and are there in one run and not in the other.
    const more = own.chance(50) ? `x${own.below(2)}` : `_${secretWord(own).trim()}`;
    return { tool, name: name + more, description: said };
  });
}

/** The parameters that it declares: those which only say something stand apart. */
export function parametersOf(
  { data }: ToolCase,
  title: string,
): { readonly [name: string]: unknown } {
  const properties = { body: { type: 'string' } };
  return { type: 'object', title, ...(data.length > 0 && { properties }) };
}

/** True if the policy fails to label a text: the text is at the top then. */
export function isUnlabelled(scenario: Scenario, text: string): boolean {
  return hash(`${scenario.seed} fails ${visible(scenario, text)}`) % 40 === 0;
}
