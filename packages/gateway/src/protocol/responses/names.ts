/**
 * Tools that a client groups in a namespace have a name of two words here: `github.create_issue`. A
 * name that is declared outside of one has no dot, so it is none of theirs.
 */
export function nameOf(namespace: string | undefined, name: string): string {
  return namespace === undefined || namespace === '' ? name : `${namespace}.${name}`;
}

export interface SplitName {
  readonly namespace?: string;
  readonly name: string;
}

/** The two words as the protocol has them. */
export function split(tool: string): SplitName {
  const dot = tool.indexOf('.');
  return dot === -1 ? { name: tool } : { namespace: tool.slice(0, dot), name: tool.slice(dot + 1) };
}
