/**
 * What a policy file says, as typed TypeScript: `sluice.yaml` and `definePolicy({...})` take the
 * same shape. Labels are text (`untrusted & readers{alice}`) and name every dimension.
 */
export interface PolicySource {
  readonly version: 1;
  /** The dimensions of every label, by name. */
  readonly lattice: Readonly<Record<string, DimensionSource>>;
  /** Named sets of people, written `@name` in labels and conditions. */
  readonly groups?: Readonly<Record<string, readonly string[]>>;
  /** The label of results of tools that say nothing of their result. Default `top`. */
  readonly unlabelled?: 'top' | 'bottom';
  /** The system prompt. Default `bottom`: trusted and public. */
  readonly system?: TurnSource;
  /** What the user types. Default `bottom`. */
  readonly user?: TurnSource;
  /** What happens to a call above its ceiling, where neither tool nor rule says it. */
  readonly onViolation: OnViolationSource;
  readonly tools: Readonly<Record<string, ToolSource>>;
  readonly answer: AnswerSource;
  /** Tools that the model's provider runs itself. One that is not named here is refused. */
  readonly providerTools?: ProviderToolsSource;
  /** What may be sent to which model; `*` stands for every model that is not named. */
  readonly models?: Readonly<Record<string, ClearanceSource>>;
  /** Checked by `sluice policy test`. */
  readonly cases?: readonly CaseSource[];
}

export type OnViolationSource = 'ask' | 'block' | 'log';

/** Exactly one of the three kinds. */
export type DimensionSource =
  /** Levels in order, the most permissive first. */
  | { readonly chain: readonly string[] }
  /** Sets of sources; `any` where their names are not known beforehand. */
  | { readonly powerset: 'any' | readonly string[]; readonly separationOfDuty?: boolean }
  /** Who may see it. */
  | { readonly readers: 'any' };

export interface TurnSource {
  readonly label: string;
  /** Spans of the turn with a label of their own, such as pasted text inside a fence. */
  readonly spans?: readonly SpanSource[];
}

/**
 * A span of plain text: a pattern (JavaScript regular expression), or the text between two marks.
 */
export interface SpanSource {
  readonly name?: string;
  readonly pattern?: string;
  /** From the first opening mark to the last closing mark (or to the end), marks included. */
  readonly between?: readonly [string, string];
  readonly label: string;
  /** Without it the span's label is joined with the label of the text around it. */
  readonly endorse?: EndorseSource;
}

/** Lowers a label, which nothing else in a policy can. */
export interface EndorseSource {
  readonly because: string;
}

export interface ToolSource {
  /** `read`: without side effects, so that a call may be replayed. Default `write`. */
  readonly effect?: 'read' | 'write';
  /** Whether the tool's description and schema are trusted. Default: they are top. */
  readonly description?: 'trusted' | { readonly pin: string };
  /** The tool as a source. */
  readonly result?: ResultSource;
  /** The tool as a sink. `never`, or nothing: no label makes a call automatic. */
  readonly call?: 'never' | CallSource;
  /** Default: the policy's. */
  readonly onViolation?: OnViolationSource;
}

export interface ResultSource {
  /** What the tool returns. `auto`: JSON or YAML where it reads as such, else text. */
  readonly format: 'json' | 'yaml' | 'text' | 'auto';
  /** The label of every part that no rule matches. */
  readonly label: string;
  /** The label of keys, order and length. Default: `label`. */
  readonly shape?: string;
  /**
   * The label of the text of a failure, to which neither rules nor spans apply. Default: the label
   * of unlabelled data, joined with every label that the result could have had.
   */
  readonly failed?: string;
  /**
   * What plain text begins with where the tool has not failed. Other plain text is a failure, for
   * not every protocol says which results are. Default: anything, and under
   * `json` nothing. Under `yaml` and `auto` it cannot be said, for any prose may read as YAML.
   */
  readonly begins?: string | readonly string[];
  readonly rules?: readonly ResultRuleSource[];
  /** For plain text. What reads as a document under `auto` is raised by them, never lowered. */
  readonly spans?: readonly SpanSource[];
}

/** Replaces the default label for what `path` matches and all below it, up to a deeper rule. */
export interface ResultRuleSource {
  readonly name?: string;
  /** RFC 9535 JSONPath, without filters: conditions stand under `when`. */
  readonly path: string | readonly string[];
  readonly label: string;
  /** The label of keys, order and length of what is matched. Default: `label`. */
  readonly shape?: string;
  /** Fields that hold who may read what is matched; a leading `$[*]` is the same item. */
  readonly readersFrom?: readonly string[];
  readonly when?: WhenSource;
  /** Leaves out the labels of the fields that `when` and `readersFrom` read. */
  readonly endorse?: EndorseSource;
}

/** Conditions by path (results) or by argument name or path (calls); all must hold. */
export type WhenSource = Readonly<Record<string, ConditionSource>>;

export type ScalarSource = string | number | boolean | null;

/** A bare value means `in: [value]`, a bare list means `in`. Lists are read item by item. */
export type ConditionSource = ScalarSource | readonly ScalarSource[] | OperatorsSource;

/** All operators given must hold. `@name` in a list stands for the members of a group. */
export interface OperatorsSource {
  readonly in?: readonly ScalarSource[];
  readonly notIn?: readonly ScalarSource[];
  /** A regular expression that the whole text must match. */
  readonly matches?: string;
  readonly atLeast?: number;
  readonly atMost?: number;
  readonly exists?: boolean;
}

export interface CallSource {
  /** The label that a call may at most carry, where no rule matches. */
  readonly ceiling: string;
  /** Arguments that hold who will read what the call sends. */
  readonly readersFrom?: readonly string[];
  /** A matching rule replaces the ceiling; several: the meet of theirs. */
  readonly rules?: readonly CallRuleSource[];
  /** Arguments outside of these bounds are refused whatever the label. */
  readonly arguments?: Readonly<Record<string, ArgumentSource>>;
  /** JSON Schema of the arguments, or `declared`: the one that the tool was declared with. */
  readonly schema?: 'declared' | Readonly<Record<string, unknown>>;
}

export interface CallRuleSource {
  readonly name?: string;
  readonly when: WhenSource;
  readonly ceiling: string;
  readonly readersFrom?: readonly string[];
  readonly onViolation?: OnViolationSource;
}

export interface ArgumentSource {
  readonly allow?: readonly ScalarSource[];
  readonly deny?: readonly ScalarSource[];
  readonly matches?: string;
  readonly atLeast?: number;
  readonly atMost?: number;
  /** The call may leave the argument out, or give null. */
  readonly optional?: boolean;
}

export interface AnswerSource {
  readonly ceiling: string;
  /** The ceiling where the answer holds links or images. Default: `ceiling`. */
  readonly withLinks?: string;
  /** Fields of an answer that is JSON: what the client makes happen with each is a sink. */
  readonly fields?: readonly AnswerFieldSource[];
  /** Default: the policy's. */
  readonly onViolation?: OnViolationSource;
}

/** The whole answer may carry no more than the ceiling of a field in it: the meet of all counts. */
export interface AnswerFieldSource {
  readonly name?: string;
  /** RFC 9535 JSONPath, without filters. */
  readonly path: string | readonly string[];
  readonly ceiling: string;
  /** An answer that leaves the field out, or says null, makes nothing happen with it. */
  readonly optional?: boolean;
  /** Default: the answer's. */
  readonly onViolation?: OnViolationSource;
}

export type ProviderToolsSource = Readonly<Partial<Record<'web_search', ProviderToolSource>>>;

/** A tool that runs before anybody could look at its calls, so that the whole view is ruled. */
export interface ProviderToolSource {
  /** What a view may at most carry for the tool to be given to the model with it. */
  readonly ceiling: string;
  /** The label of what it finds. It must flow to the ceiling: one search may lead to the next. */
  readonly result: string;
}

export interface ClearanceSource {
  /** Default `top`: whoever chose the main model chose its provider. */
  readonly main?: string;
  /** Default `bottom`: a second model sees what the policy names. */
  readonly judge?: string;
}

/** What a case expects of a call or an answer. */
export type OutcomeSource = 'allow' | 'ask' | 'block' | 'log' | 'deny';

export type CaseSource =
  | {
      readonly name?: string;
      readonly call: { readonly tool: string; readonly args: unknown };
      /** The label that the call carries. */
      readonly label: string;
      readonly expect: OutcomeSource;
    }
  | {
      readonly name?: string;
      readonly result: ResultCaseSource;
      /** Labels by path (`$` for plain text), or the label of the whole. */
      readonly expect: Readonly<Record<string, string>>;
    }
  | {
      readonly name?: string;
      /** A text as the model wrote it, or the value that it is JSON of. */
      readonly answer: unknown;
      /** The client has asked for JSON. */
      readonly structured?: boolean;
      readonly label: string;
      readonly expect: OutcomeSource;
    };

export interface ResultCaseSource {
  readonly tool: string;
  readonly text: string;
  readonly failed?: boolean;
}
