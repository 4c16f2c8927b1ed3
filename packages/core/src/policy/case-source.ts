/** The outcome that a case expects of a call or an answer. */
export type OutcomeSource = 'allow' | 'ask' | 'block' | 'log' | 'deny';

export type CaseSource =
  | {
      readonly name?: string | undefined;
      readonly call: { readonly tool: string; readonly args: unknown };
      /** The label that the call carries. */
      readonly label: string;
      /** With labels per argument: the label of what it only says. Default: `label`. */
      readonly data?: string | undefined;
      readonly expect: OutcomeSource;
    }
  | {
      readonly name?: string | undefined;
      readonly result: ResultCaseSource;
      /** Labels by path (`$` for plain text), or the label of the whole. */
      readonly expect: Readonly<Record<string, string>>;
    }
  | {
      readonly name?: string | undefined;
      /** A text as the model wrote it, or the value that it is JSON of. */
      readonly answer: unknown;
      /** The client has asked for JSON. */
      readonly structured?: boolean | undefined;
      readonly label: string;
      readonly expect: OutcomeSource;
    };

export interface ResultCaseSource {
  readonly tool: string;
  readonly text: string;
  readonly failed?: boolean | undefined;
  /** The arguments of the call. Default: they are not known. */
  readonly args?: Readonly<Record<string, unknown>> | undefined;
}
