/** Which case a call was made in. */
export interface CaseName {
  readonly suite: string;
  /** Id of the user's task. */
  readonly task: string;
}

/** A call as it is asked about, its arguments as JSON text. */
export interface NamedCall {
  readonly tool: string;
  readonly args: string;
}
