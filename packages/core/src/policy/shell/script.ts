/** A part of a script; `assigned` holds the variables that are set for one command. */
export type Step = Command | Sequence | Group;

export interface Command {
  readonly kind: 'command';
  readonly assigned: readonly (readonly [name: string, value: string])[];
  readonly words: readonly string[];
  readonly redirects: readonly Redirected[];
}

/** A file that a command reads from, or writes to. */
export interface Redirected {
  readonly access: 'read' | 'write';
  readonly file: string;
}

export interface Sequence {
  readonly kind: 'sequence';
  readonly first: Step;
  readonly rest: readonly { readonly joint: Joint; readonly step: Step }[];
}

/** `;` or a new line, `&&`, `||`, `|`. */
export type Joint = 'then' | 'and' | 'or' | 'pipe';

/** In a shell of its own, or with its outcome turned round. */
export interface Group {
  readonly kind: 'subshell' | 'not';
  readonly step: Step;
}
