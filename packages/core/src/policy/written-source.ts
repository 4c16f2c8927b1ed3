import type { CallSource, PolicySource, ResultSource, ToolSource } from './source.ts';

/** A policy as it is written: what it takes from templates, files and packs is not written out. */
export interface WrittenPolicySource extends Omit<PolicySource, 'tools'> {
  /** Tools with parts left open, for tools of one kind. */
  readonly templates?: Readonly<Record<string, PartOfToolSource>> | undefined;
  /** Files beside or below this one: their templates, tools, groups and servers are joined. */
  readonly include?: readonly string[] | undefined;
  readonly servers?: Readonly<Record<string, ServerSource>> | undefined;
  readonly tools: Readonly<Record<string, ToolSource | LikeSource>>;
}

/** A tool of which some is said elsewhere. */
export interface PartOfToolSource extends Omit<ToolSource, 'result' | 'call'> {
  readonly result?: Partial<ResultSource> | undefined;
  readonly call?: 'never' | Partial<CallSource> | undefined;
}

/** What the tool itself says replaces what its template says, below `call` and `result` too. */
export interface LikeSource extends PartOfToolSource {
  readonly like: string;
}

/** The tools of a pack, under the names that a client gives them. */
export interface ServerSource {
  /** The file of the pack: its tools, templates and groups count, and nothing else of it. */
  readonly tools: string;
  /** What stands before each name, one for each mount. Default: nothing. */
  readonly prefixes?: readonly string[] | undefined;
}
