import type { CaseSource } from './case-source.ts';
import type { DataSource, StoresSource } from './data-source.ts';
import type { FileKind } from './file/kinds.ts';
import type { FilesSource } from './files/files-source.ts';
import type { Effect } from './shell/effects.ts';

/**
 * A policy file as typed TypeScript: `sluice.yaml` and `definePolicy({...})` take the same shape.
 * Labels are text (`untrusted & readers{alice}`) and name every dimension.
 */
export interface PolicySource {
  readonly version: 1;
  /** The dimensions of every label, by name. */
  readonly lattice: Readonly<Record<string, DimensionSource>>;
  /** Named sets of people, written `@name` in labels and conditions. */
  readonly groups?: Readonly<Record<string, readonly string[]>> | undefined;
  /** The label of results of tools that say nothing of their result. Default `top`. */
  readonly unlabelled?: 'top' | 'bottom' | undefined;
  /** The system prompt. Default `bottom`: trusted and public. */
  readonly system?: TurnSource | undefined;
  /** The label of what the user types. Default `bottom`. */
  readonly user?: TurnSource | undefined;
  /**
   * For clients that write the conversation anew with each request: turns of the assistant that no
   * run gave are top, each by itself. Default: with one of them, all of the conversation is top.
   */
  readonly assistant?: AssistantSource | undefined;
  /** The action for a call above its ceiling, where neither tool nor rule says it. */
  readonly onViolation: OnViolationSource;
  /** The reason for each `shape` below its label that has none of its own. */
  readonly because?: string | undefined;
  readonly tools: Readonly<Record<string, ToolSource>>;
  readonly answer: AnswerSource;
  /**
   * The gate behind everything else: answers and calls in which one of these stands are refused,
   * whatever their label. Defence in depth and no guarantee.
   */
  readonly postCheck?: readonly PostCheckSource[] | undefined;
  /** Tools that the model's provider runs itself. One that is not named here is refused. */
  readonly providerTools?: ProviderToolsSource | undefined;
  /** The labels that each model may be sent; `*` stands for every model that is not named. */
  readonly models?: Readonly<Record<string, ClearanceSource>> | undefined;
  /** Checked by `sluice policy test`. */
  readonly cases?: readonly CaseSource[] | undefined;
}

export type OnViolationSource = 'ask' | 'block' | 'log';

/** Exactly one of the three kinds. */
export type DimensionSource =
  /** Levels in order, the most permissive first. */
  | { readonly chain: readonly string[] }
  /** Sets of sources; `any` where their names are not known beforehand. */
  | {
      readonly powerset: 'any' | readonly string[];
      readonly separationOfDuty?: boolean | undefined;
    }
  /** The people who may see it. */
  | { readonly readers: 'any' };

export interface TurnSource {
  readonly label: string;
  /** Spans of the turn with a label of their own, such as pasted text inside a fence. */
  readonly spans?: readonly SpanSource[] | undefined;
}

export interface AssistantSource {
  /** Whole turns that the client itself puts into the model's mouth, word for word: bottom. */
  readonly says: readonly string[];
}

/**
 * A span of plain text: a pattern (JavaScript regular expression), the text between two marks, or
 * all from a mark on.
 */
export interface SpanSource {
  readonly name?: string | undefined;
  readonly pattern?: string | undefined;
  /** From the first opening mark to the last closing mark (or to the end), marks included. */
  readonly between?: readonly [string, string] | undefined;
  /** From the first such mark to the end, the mark included. */
  readonly from?: string | undefined;
  readonly label: string;
  /** Without it the span's label is joined with the label of the text around it. */
  readonly endorse?: EndorseSource | undefined;
}

/** Lowers a label, which nothing else in a policy can. */
export interface EndorseSource {
  readonly because: string;
}

export interface ToolSource {
  /** `read`: without side effects, so that a call may be replayed. Default `write`. */
  readonly effect?: 'read' | 'write' | undefined;
  /** Says that the tool's description and schema are trusted. Default: they are top. */
  readonly description?: 'trusted' | { readonly pin: string } | undefined;
  /** The tool as a source. */
  readonly result?: ResultSource | undefined;
  /** The tool as a sink. `never`, or nothing: no label makes a call automatic. */
  readonly call?: 'never' | CallSource | undefined;
  /** The arguments that name files: what a call writes there reads back at its label at least. */
  readonly files?: FilesSource | undefined;
  /** Default: the policy's. */
  readonly onViolation?: OnViolationSource | undefined;
}

export interface ResultSource {
  /** The format of the tool's results. `auto`: JSON or YAML where it reads as such, else text. */
  readonly format: 'json' | 'yaml' | 'text' | 'auto';
  /** The label of every part that no rule matches. */
  readonly label: string;
  /** The label of keys, order and length. Default: `label`. */
  readonly shape?: string | undefined;
  /**
   * The label of the text of a failure, to which neither rules nor spans apply. Default: the label
   * of unlabelled data, joined with every label that the result could have had.
   */
  readonly failed?: string | undefined;
  /**
   * The start of plain text where the tool has not failed. Other plain text is a failure, for not
   * every protocol says which results are. Default: anything, and under `json` nothing. Under
   * `yaml` and `auto` it cannot be said, for any prose may read as YAML.
   */
  readonly begins?: string | readonly string[] | undefined;
  readonly rules?: readonly ResultRuleSource[] | undefined;
  /**
   * Stores whose contents come back here: no label of the result may be below what the policy lets
   * calls write there. A rule with its own `reads` goes by that.
   */
  readonly reads?: StoresSource | undefined;
  /** The reason for a `shape` below the label, and for trusted text of a write or a failure. */
  readonly because?: string | undefined;
  /** For plain text. What reads as a document under `auto` is raised by them, never lowered. */
  readonly spans?: readonly SpanSource[] | undefined;
}

/** Replaces the default label for what `path` matches and all below it, up to a deeper rule. */
export interface ResultRuleSource {
  readonly name?: string | undefined;
  /** RFC 9535 JSONPath, without filters: conditions stand under `when`. For text: `$`. */
  readonly path: string | readonly string[];
  readonly label: string;
  /** The label of keys, order and length of what is matched. Default: `label`. */
  readonly shape?: string | undefined;
  /**
   * The label of each key of the map that is matched. Default: that of a key that some path names
   * is the shape's, that of any other is joined of `label` and the label of its value.
   */
  readonly keys?: string | undefined;
  /** The reason for a `shape` or `keys` below the label. Default: the result’s, or the policy’s. */
  readonly because?: string | undefined;
  /** Fields that hold who may read what is matched; a leading `$[*]` is the same item. */
  readonly readersFrom?: readonly string[] | undefined;
  /** A path with a `~` behind it reads the key of what it finds. */
  readonly when?: WhenSource | undefined;
  /**
   * Conditions on the arguments that the tool was called with. The label of the call is joined in,
   * so nobody lowers a label by what they talk the model into asking for.
   */
  readonly args?: WhenSource | undefined;
  /** Stores whose contents come back in what is matched. Default: those of the result. */
  readonly reads?: StoresSource | undefined;
  /** Leaves out the labels of the fields that `when` and `readersFrom` read. */
  readonly endorse?: EndorseSource | undefined;
}

/** Conditions by path (results) or by argument name or path (calls); all must hold. */
export type WhenSource = Readonly<Record<string, ConditionSource>>;

export type ScalarSource = string | number | boolean | null;

/** A bare value means `in: [value]`, a bare list means `in`. Lists are read item by item. */
export type ConditionSource = ScalarSource | readonly ScalarSource[] | OperatorsSource;

/** All operators given must hold. `@name` in a list stands for the members of a group. */
export interface OperatorsSource {
  readonly in?: readonly ScalarSource[] | undefined;
  readonly notIn?: readonly ScalarSource[] | undefined;
  /** A regular expression that the whole text must match. */
  readonly matches?: string | undefined;
  /** Folders: the path is one of them, or of something in it, as its text goes. */
  readonly under?: string | readonly string[] | undefined;
  /** Hosts of a web address; `*.acme.example` stands for all below. */
  readonly host?: string | readonly string[] | undefined;
  /** Effects of a shell command: it has no other ones. */
  readonly shell?: readonly Effect[] | undefined;
  /** Effects of a shell command: it has one of them at least. */
  readonly shellDoes?: readonly Effect[] | undefined;
  /** Kinds of a file: the path is of no other ones. */
  readonly file?: readonly FileKind[] | undefined;
  /** Kinds of files: a text for `apply_patch` changes no other ones. */
  readonly patch?: readonly FileKind[] | undefined;
  readonly atLeast?: number | undefined;
  readonly atMost?: number | undefined;
  readonly exists?: boolean | undefined;
}

export interface CallSource {
  /** The label that a call may at most carry, where no rule matches. */
  readonly ceiling: string;
  /** Arguments that hold who will read what the call sends. */
  readonly readersFrom?: readonly string[] | undefined;
  /** A matching rule replaces the ceiling; several: the meet of theirs. */
  readonly rules?: readonly CallRuleSource[] | undefined;
  /** Arguments outside of these bounds are refused whatever the label. */
  readonly arguments?: Readonly<Record<string, ArgumentSource>> | undefined;
  /**
   * Arguments that only say something, and that nothing acts on (design, section 8). All others are
   * control: they say who, where, how much, which.
   */
  readonly data?: Readonly<Record<string, DataSource>> | undefined;
  /** Stores that any argument of the call is written to. */
  readonly writes?: StoresSource | undefined;
  /** JSON Schema of the arguments, or `declared`: the one that the tool was declared with. */
  readonly schema?: 'declared' | Readonly<Record<string, unknown>> | undefined;
}

export interface CallRuleSource {
  readonly name?: string | undefined;
  readonly when: WhenSource;
  readonly ceiling: string;
  readonly readersFrom?: readonly string[] | undefined;
  readonly onViolation?: OnViolationSource | undefined;
}

/** The operators of conditions, `in` and `notIn` under the names that say what they do. */
export interface ArgumentSource extends Omit<OperatorsSource, 'in' | 'notIn' | 'exists'> {
  readonly allow?: readonly ScalarSource[] | undefined;
  readonly deny?: readonly ScalarSource[] | undefined;
  /** The call may leave the argument out, or give null. */
  readonly optional?: boolean | undefined;
}

export interface AnswerSource {
  /**
   * The client acts on the text: it edits files with it, or runs it. So nothing of ours stands in
   * an answer, nothing of it goes out before it is decided on, and its ceiling is `bottom` where
   * none is given.
   */
  readonly acts?: boolean | undefined;
  /** The highest label that it may carry. Default, where it acts: `bottom`. */
  readonly ceiling?: string | undefined;
  /** The ceiling where the answer holds links or images. Default: `ceiling`. */
  readonly withLinks?: string | undefined;
  /**
   * `inert`: where only its links keep an answer from going out, it goes out with links that nobody
   * can follow. Not where the client acts on the text. Default: `asked`, as any other answer.
   */
  readonly links?: 'inert' | 'asked' | undefined;
  /** Fields of an answer that is JSON: what the client makes happen with each is a sink. */
  readonly fields?: readonly AnswerFieldSource[] | undefined;
  /** Default: the policy's. */
  readonly onViolation?: OnViolationSource | undefined;
}

/** The whole answer may carry no more than the ceiling of a field in it: the meet of all counts. */
export interface AnswerFieldSource {
  readonly name?: string | undefined;
  /** RFC 9535 JSONPath, without filters. */
  readonly path: string | readonly string[];
  readonly ceiling: string;
  /** An answer that leaves the field out, or says null, makes nothing happen with it. */
  readonly optional?: boolean | undefined;
  /** Default: the answer's. */
  readonly onViolation?: OnViolationSource | undefined;
}

/** At least one of `values` and `pattern`. */
export interface PostCheckSource {
  /** Shown in decisions and logs, so no part of a value. Default: `postCheck`. */
  readonly name?: string | undefined;
  /** Secrets and names, found in other spellings too. No message or log quotes one. */
  readonly values?: string | readonly string[] | undefined;
  /** A JavaScript regular expression that no part of the text may match. */
  readonly pattern?: string | undefined;
}

export interface ProviderToolsSource {
  readonly web_search?: ProviderToolSource | undefined;
}

/** A tool that runs before anybody could look at its calls, so that the whole view is ruled. */
export interface ProviderToolSource {
  /** The highest label that a view may carry for the tool to be given to the model with it. */
  readonly ceiling: string;
  /** The label of what it finds. It must flow to the ceiling: one search may lead to the next. */
  readonly result: string;
}

export interface ClearanceSource {
  /** Default `top`: whoever chose the main model chose its provider. */
  readonly main?: string | undefined;
  /** Default `bottom`: a second model sees what the policy names. */
  readonly judge?: string | undefined;
}
