/** The plain data that the specification is about, and all that is not ours, as functions. */
import type { Lattice } from '../label/lattice.ts';

export const placeholder = '[redacted]';

/** Text and inner regions in order. The text between the inner ones is a container's shape. */
export interface Region<L> {
  readonly label: L;
  readonly quoted: boolean;
  readonly body: readonly (string | Region<L>)[];
}
export function isText<L>(piece: string | Region<L>): piece is string {
  return typeof piece === 'string';
}
/** One region for a whole text. */
export function whole<L>(label: L, text: string): Region<L> {
  return { label, quoted: false, body: [text] };
}
/** All text of a region, its labels gone. */
export function plain<L>(region: Region<L>): string {
  return region.body.map((piece) => (isText(piece) ? piece : plain(piece))).join('');
}

/** A turn, or the result of a call. `shape` labels how many parts there are, and its failing. */
export interface Parts<L> {
  readonly shape: L;
  readonly parts: readonly Region<L>[];
  readonly failed?: boolean;
}
export interface Call<L> {
  readonly tool: string;
  /** A region of its own, so that a later version can label each argument. */
  readonly args: Region<L>;
  /** The result by the policy's label alone, and with the label of the call joined in. */
  readonly own: Parts<L>;
  readonly result: Parts<L>;
}
/** One generation with the results of its calls; without calls it is an answer. */
export interface Exchange<L> {
  readonly label: L;
  readonly text: Region<L>;
  readonly calls: readonly Call<L>[];
  /** The label of its calls' data, and of whatever comes of them, where it is another, above. */
  readonly data?: L;
  /** Reads that were taken at the full label and not yet tried from a narrow view (shortcut 3). */
  readonly lazy: boolean;
}
export type Entry<L> = ({ readonly role: 'system' | 'user' } & Parts<L>) | Exchange<L>;
export type History<L> = readonly Entry<L>[];

export interface ShownCall {
  readonly tool: string;
  readonly args: string;
  readonly result: readonly string[];
  readonly failed: boolean;
}
export type Shown =
  | { readonly role: 'system' | 'user'; readonly parts: readonly string[] }
  | { readonly text: string; readonly calls: readonly ShownCall[] };
/** The view of one generation. A tool is shown by its name and its text. */
export interface View {
  readonly tools: readonly string[];
  readonly entries: readonly Shown[];
}
export interface Reply {
  readonly text: string;
  readonly calls: readonly { readonly tool: string; readonly args: string }[];
  readonly truncated: boolean;
}
/** A reply with the label of the view that it was generated from, and what it is appended to. */
export interface Output<L> {
  readonly history: History<L>;
  readonly label: L;
  readonly reply: Reply;
  /** The label of its calls' data, where it is another, above (staged.ts). */
  readonly data?: L;
  readonly lazy?: boolean;
  /** The model failed after all: nothing comes of the step but the history that it leaves. */
  readonly failed?: true;
}

/** The labels of a call: of what is acted on, and of what it says. */
export interface Labels<L> {
  readonly control: L;
  readonly data: L;
}
export type Ruling<L> =
  | {
      /** The ceiling where a call has one label: below the ceilings of all parts. */
      readonly ceiling: L | 'never';
      /** The ceilings of control, and of each argument that has its own. */
      readonly control?: L;
      readonly data?: Readonly<Record<string, L>>;
      readonly otherwise: 'ask' | 'block' | 'log';
    }
  | { readonly deny: string };
/** Regions by their place in reading order, a label, or everything (an error, a time-out). */
export type Relevance<L> =
  | {
      readonly regions: readonly number[];
      /** Arguments of the draft of which no source is known. */
      readonly unsourced?: readonly { readonly call: number; readonly name: string }[];
    }
  | { readonly label: L }
  | 'everything';
export interface Screened<L> {
  readonly relevance: Relevance<L>;
  readonly label: L;
}
export interface Question<L> {
  readonly tool: string;
  readonly args: string;
  readonly label: L;
  /** The label of control, where it is another. */
  readonly control?: L;
}
/** A yes is worth something for the very question that was shown, from whom it concerns. */
export type Answer<L> = 'no' | 'silence' | { readonly yes: Question<L>; readonly by: string[] };
export interface Person<L> {
  readonly clearance: L;
  readonly ask: (question: Question<L>) => Answer<L>;
}

/** The result of a step: per call, or for the answer, why it was refused (`undefined`: not). */
export interface Step<L> {
  readonly label: L;
  readonly refused: readonly (string | undefined)[];
}
export interface Done<L> {
  readonly history: History<L>;
  readonly step: Step<L>;
}
/** `answer`: absent where a limit ended the turn, or a model that failed. */
export interface Turn<L> {
  readonly history: History<L>;
  readonly failed?: boolean;
  readonly steps: readonly Step<L>[];
  readonly answer?: string;
}

/** A tool as declared. A name that nobody vouches for is text, and goes with the rest of it. */
export interface Declared<L> {
  readonly name: string;
  readonly text: string;
  /** Its text where only what is acted on is decided; default: the same. */
  readonly hinted?: string;
  readonly label: L;
  readonly vouched: boolean;
}

/** True if the policy names the tool, so that its name is structure. */
export function isVouched<L>({ tools }: SpecWorld<L>, tool: string): boolean {
  return tools.some(({ name, vouched }) => vouched && name === tool);
}
/** True if a view at `l` names the tool: one that it does not name is not declared in it. */
export function isNamed<L>({ tools, lattice }: SpecWorld<L>, tool: string, l: L): boolean {
  return tools.some((t) => t.name === tool && (t.vouched || lattice.flowsTo(t.label, l)));
}

/** So many calls in one reply are no reply: the model has failed. */
const callsInReply = 1_024;
class NoReply extends Error {}

/** The model's reply to a view. Throws, for `attempt`, where it says nothing to use. */
export function replyTo<L>({ model }: Pick<SpecWorld<L>, 'model'>, view: View): Reply {
  const reply = model(view);
  if (reply === undefined || reply.calls.length >= callsInReply) throw new NoReply();
  return reply;
}
/** `undefined`: the model has failed. */
export function attempt<T>(generate: () => T): T | undefined {
  try {
    return generate();
  } catch (error) {
    if (error instanceof NoReply) return undefined;
    throw error;
  }
}

/** True if an output may stand in the draft's stead: it ends no run that the draft would not. */
export function goesOn<L>(draft: Output<L>, { reply }: Output<L>): boolean {
  return draft.reply.calls.length === 0 || reply.calls.length > 0;
}

/**
 * (decision) What a step lowered is forgotten with it where the model then fails, but a read that
 * it tried from a narrow view is not tried again: each try tells one bit of what lies above.
 */
export function failedAfter<L>(draft: Output<L>, tried: History<L>): Output<L> {
  const history = draft.history.map((entry, at) => {
    const after = tried[at];
    const isTried = after !== undefined && !('role' in after) && !after.lazy;
    return isTried && !('role' in entry) ? { ...entry, lazy: false } : entry;
  });
  return { ...draft, history, failed: true };
}

export interface Shortcuts<L> {
  readonly allowedDraft: boolean;
  /** `lowerReads` of lazy-reads.ts, where reads may be lazy. */
  readonly lazyReads: ((world: SpecWorld<L>, draft: Output<L>) => History<L>) | undefined;
  /** One of before-asking.ts, where a view is tried before calls are asked about. */
  readonly beforeAsking: BeforeAsking<L> | undefined;
  /** `staged` of staged.ts, where labels are per argument. */
  readonly staged?:
    | ((world: SpecWorld<L>, draft: Output<L>, before: History<L>) => Output<L> | History<L>)
    | undefined;
}
/** `undefined`: no view is tried, and the draft stands. `at`: where the propagator would be. */
export type BeforeAsking<L> = (
  world: SpecWorld<L>,
  draft: Output<L>,
  at: { readonly history: History<L>; readonly label: L },
) => Output<L> | undefined;

/** The policy, the model, the propagator, the person and the tools, as pure functions. */
export interface SpecWorld<L> {
  readonly lattice: Lattice<L>;
  readonly tools: readonly Declared<L>[];
  readonly structure: 'keep' | 'drop';
  /** `none`: a draft is never the output, as algorithm 4 has it. */
  readonly shortcuts: Shortcuts<L> | 'none';
  readonly max: { readonly steps: number; readonly refusals: number; readonly calls: number };
  /** The label up to which text goes to the model's provider. */
  readonly clearance: L;
  readonly needsDraft: boolean;
  /** `undefined`: it fails. */
  readonly model: (view: View) => Reply | undefined;
  /** `draftedBy` of draft-by-other.ts, where another model drafts; else `generate` of spec.ts. */
  readonly generate?: ((world: SpecWorld<L>, before: History<L>) => Output<L>) | undefined;
  readonly relevant: (history: History<L>, draft: Reply | undefined) => Relevance<L>;
  readonly ruleCall: (tool: string, args: string) => Ruling<L>;
  readonly ruleAnswer: (text: string) => Ruling<L>;
  /** The same answer with links that nobody can follow; `undefined`: there is no such form. */
  readonly inert: (text: string) => string | undefined;
  readonly isRead: (tool: string) => boolean;
  /** Flows to the label of every result of the tool. */
  readonly resultFloor: (tool: string) => L;
  readonly person: Person<L> | undefined;
  /** The person who must say yes; `undefined`: nobody can. */
  readonly dutyOf: (label: L) => readonly string[] | undefined;
  /** Arguments as canonical JSON; `undefined` where they are no JSON object. */
  readonly canonical: (args: string) => string | undefined;
  /** The top-level arguments in canonical order, each value as canonical JSON. */
  readonly members: (args: string) => readonly (readonly [string, string])[] | undefined;
  /** The arguments of a tool that only say something; all others are control. */
  readonly dataOf: (tool: string) => readonly string[];
  /** The label of what a tool `read` gives back at least, once calls of another wrote it. */
  readonly readBack: (written: { readonly tool: string; readonly label: L }, read: string) => L;
  /** Runs the call; the result is labelled by the policy alone. */
  readonly execute: (tool: string, args: string) => Parts<L>;
}
