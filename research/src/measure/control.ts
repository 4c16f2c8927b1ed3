/** Whether the bench itself can be believed. */
export interface Control {
  readonly name: string;
  /** `absent`: the trials that would tell are not there. */
  readonly status: 'holds' | 'fails' | 'absent';
  readonly detail: string;
  /** The cases that break it. */
  readonly cases: readonly string[];
}
