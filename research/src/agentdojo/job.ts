/** One case for the Python package to run and to grade. */
export interface Job {
  readonly suite: string;
  readonly userTask: string;
  readonly attack: JobAttack | undefined;
  /** A defence of the package itself, e.g. `repeat_user_prompt`. */
  readonly ownDefence: string | undefined;
  /** Where the agent's SDK sends its requests, with `/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly model: string;
}

export interface JobAttack {
  /** Id of the injection task whose grader decides. */
  readonly goal: string;
  /** An attack of the package by its name, or texts for the vectors by theirs. */
  readonly by: { readonly name: string } | { readonly texts: Readonly<Record<string, string>> };
}

/** The verdicts of the package's own graders. */
export interface Graded {
  readonly utility: boolean;
  /** The injection task's grader; `undefined` without an attack. */
  readonly attackSucceeded: boolean | undefined;
  /** The calls that ran in the environment, in order. */
  readonly calls: readonly { readonly tool: string; readonly args: Record<string, unknown> }[];
  readonly answer: string;
  readonly ms: number;
}
