/** A text in a file, and where it stands with its quotes. */
export interface Word {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** A list of texts; `start` is its bracket. */
export interface WordList {
  readonly words: readonly Word[];
  readonly start: number;
  readonly end: number;
}

/** A server that a client starts or reaches, as its file has it. */
export interface ServerEntry {
  /** The keys that lead to it. */
  readonly at: readonly string[];
  readonly name: string;
  readonly start:
    | {
        readonly kind: 'command';
        readonly command: Word;
        readonly args: WordList | undefined;
        /** Begins a list of arguments after the command, where there is none. */
        readonly newArgs: string;
      }
    /** Program and arguments in one list, as opencode has them. */
    | { readonly kind: 'line'; readonly list: WordList }
    | { readonly kind: 'address' }
    /** Neither, or something that is no text. */
    | { readonly kind: 'unknown' };
}

/** The words that start a server; `undefined` where it is not started. */
export function lineOf({ start }: ServerEntry): readonly string[] | undefined {
  switch (start.kind) {
    case 'command':
      return [start.command, ...(start.args?.words ?? [])].map(({ value }) => value);
    case 'line':
      return start.list.words.map(({ value }) => value);
    case 'address':
    case 'unknown':
      return undefined;
  }
}
