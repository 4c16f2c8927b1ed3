import type { Label, LabelSpace } from '../label/label.ts';
import type { Content } from '../history/content.ts';
import type { PlainTool } from '../history/plain.ts';
import type { PolicyFiles } from './files/file-use.ts';

/** The action for a call whose label does not flow to its ceiling. */
export type OnViolation = 'ask' | 'block' | 'log';

/** Why a call may not run, whatever its label. Closed, and free of values. */
export type DenyReason =
  | 'arguments-unparseable'
  | 'arguments-invalid'
  | 'argument-not-allowed'
  | 'duplicate-keys'
  | 'placeholder-in-argument'
  | 'forbidden-text'
  | 'policy-failed';

/** Where `onViolation` is `log`: what it stands instead of. Not given means `ask`. */
export type Instead = 'ask' | 'deny';

/**
 * The policy's word on one call, before the call's label is looked at. A ruling depends on the
 * arguments, so it carries the call's label wherever it is told.
 */
export type Ruling =
  | {
      readonly kind: 'ceiling';
      readonly rule: string;
      /** P(t, args) of RTBAS eq. 7: the label that the call may at most carry. */
      readonly ceiling: Label;
      /**
       * Ceilings of the arguments that only say something (data), by name. All others are control:
       * `ceiling` is theirs.
       */
      readonly perArgument: Readonly<Record<string, Label>>;
      readonly onViolation: OnViolation;
      readonly instead?: Instead | undefined;
    }
  /** Never automatic, whatever the label: an unknown tool, or one that the policy says so of. */
  | {
      readonly kind: 'never';
      readonly rule: string;
      readonly onViolation: OnViolation;
      readonly instead?: Instead | undefined;
    }
  | { readonly kind: 'deny'; readonly rule: string; readonly reason: DenyReason };

/** A tool result as it came, with the call that it answers. */
export interface ToolResult {
  readonly tool: string;
  /** The parsed arguments of the call, `undefined` where they did not parse. */
  readonly args: Readonly<Record<string, unknown>> | undefined;
  readonly text: string;
  /**
   * The tool threw, or who ran it says that it failed, in whatever form: the text may echo
   * anything, so rules by path do not apply.
   */
  readonly failed: boolean;
}

/** A tool that the model's provider runs: as a sink, and as a source. */
export interface ProviderTool {
  readonly ceiling: Label;
  readonly result: Label;
}

/** The label of all calls of a tool that were decided on. */
export interface WrittenLabel {
  readonly tool: string;
  readonly label: Label;
}

/** Where a call stands in the reply that it is of. */
export interface ReplyPlace {
  /** UTF-16 units of the calls before it, names and arguments. */
  readonly charactersBefore: number;
}

/** The places of the calls of one reply, in order. */
export function placesIn(
  calls: readonly { readonly tool: string; readonly args: string }[],
): readonly ReplyPlace[] {
  let charactersBefore = 0;
  return calls.map(({ tool, args }) => {
    const place = { charactersBefore };
    charactersBefore += tool.length + args.length;
    return place;
  });
}

/** The form of answer that the client has asked for. */
export interface AnswerForm {
  /** JSON: it reads fields in what comes, whatever comes. */
  readonly structured?: boolean | undefined;
}

/**
 * States where labels come from and where they may go. Pure: the same input gives the same answer.
 */
export interface Policy {
  readonly space: LabelSpace;
  /** Names this policy in events and confirmations; the same text gives the same hash. */
  readonly hash: string;
  /** Regions of a system or user turn (spans and patterns of the policy included). */
  readonly labelTurn: (role: 'system' | 'user', text: string) => Content;
  /**
   * The label of a turn of the assistant that no run of the client is known to have given. Not
   * given: nothing is said of such turns, and all of a conversation that holds one is top.
   */
  readonly labelUnknownAnswer?: ((text: string) => Label) | undefined;
  /** The label of a part of a turn that we do not read (image, file). */
  readonly labelOpaqueTurn: (role: 'system' | 'user') => Label;
  /** Regions of a tool result by the policy alone; the monitor joins the call's label into each. */
  readonly labelResult: (result: ToolResult) => Content;
  /** The label of a part of a tool's result, or of its failure, that we do not read. */
  readonly labelOpaqueResult: (tool: string, failed: boolean) => Label;
  /** A label that flows to every label that `labelResult` can give for this tool (shortcut 2). */
  readonly resultFloor: (tool: string) => Label;
  /** The label of a tool's description and schema: pinned, trusted by the policy, or top. */
  readonly labelTool: (tool: PlainTool) => Label;
  /** True if the policy names this tool. Any other name is text of whoever declared it. */
  readonly vouchesFor: (tool: string) => boolean;
  /** `args`: the raw JSON text of the call. */
  readonly ruleCall: (tool: string, args: string, place?: ReplyPlace) => Ruling;
  /** The ceiling of the answer; stricter where the text holds links, images or fields. */
  readonly ruleAnswer: (text: string, form?: AnswerForm) => Ruling;
  /**
   * An answer in a form that is given in place of a question about it: its links cannot be
   * followed. Asked only where the answer as it is may not go out; what it gives is ruled on in
   * turn. `undefined`, or not given: there is none.
   */
  readonly inertAnswer?: ((text: string, form?: AnswerForm) => string | undefined) | undefined;
  /**
   * A label that flows to the ceiling of every possible answer: only text at it may be streamed.
   */
  readonly answerFloor: Label;
  /**
   * Clients act on the text of an answer (edit files with it, run it): it is given whole, after
   * the decision on it, or not at all, and nothing of ours stands in its place.
   */
  readonly answerActs?: boolean | undefined;
  /** The ruling may deny a text for what stands in it: none goes out before it is ruled on. */
  readonly answerIsChecked?: boolean | undefined;
  /**
   * The people who must authorise a call with this label, by its separation-of-duty dimensions:
   * empty = any one person; `undefined` = nobody can (the set is symbolic: everyone).
   */
  readonly dutyOf: (label: Label) => readonly string[] | undefined;
  /** `read`: the policy's word that the tool has no side effect, so that a read may be replayed. */
  readonly effect: (tool: string) => 'read' | 'write';
  /**
   * The arguments of a tool that only say something (data), by name; all others are control. Not
   * given: there are none.
   */
  readonly dataOf?: ((tool: string) => readonly string[]) | undefined;
  /**
   * The label that results of the tool `read` carry at least once a call was decided on that writes
   * where they come from, whatever came of it: what a person lets through above a ceiling reads
   * back as high as it was. Not given: no result holds what calls have written.
   */
  readonly readBack?: ((written: WrittenLabel, read: string) => Label) | undefined;
  /** The tools that read and write files; not given: none does. */
  readonly files?: PolicyFiles | undefined;
  /** `undefined`: the provider may not run it. */
  readonly providerTool: (name: string) => ProviderTool | undefined;
  /**
   * The highest label that may be sent to this model's provider; `judge`: as a second one, to judge
   * or draft.
   */
  readonly clearance: (model: string, role: 'main' | 'judge') => Label;
}
