/** How much of a report a client and a log are told: a body may hold any number of fields. */
const reportedMax = 32;
const pathCharactersMax = 120;

/**
 * What became of the parts of a request that nobody knows. Paths without indexes, each once; a
 * tool, a block or an item has its type behind a colon: `tools[]:web_fetch`.
 */
export interface BodyReport {
  /** Left out of the request. */
  readonly dropped: readonly string[];
  /** Kept as they stand, for the eyes of nobody whose clearance is not top. */
  readonly unread: readonly string[];
}

/**
 * Where a value stands in a request's body, e.g. `messages[2].content[0]`. All places of one body
 * write one report.
 */
export class Place {
  readonly #above: Place | undefined;
  readonly #step: string | number;
  readonly #report: { readonly dropped: string[]; readonly unread: string[] };

  private constructor(step: string | number, above: Place | undefined) {
    this.#above = above;
    this.#step = step;
    this.#report = above === undefined ? { dropped: [], unread: [] } : above.#report;
  }

  static body(): Place {
    return new Place('', undefined);
  }

  field(name: string): Place {
    return new Place(name, this);
  }

  item(index: number): Place {
    return new Place(index, this);
  }

  /** For an error: a name can be any text, so only what looks like a path of names is quoted. */
  get shown(): string {
    const path = this.#path((index) => `[${index}]`);
    if (path === '') return 'body';
    return isPath(path) ? path : 'a field';
  }

  /** Reports that the value here is left out; `type`: of a tool, a block or an item. */
  drop(type?: string): undefined {
    return this.#note(this.#report.dropped, type);
  }

  /** Reports that the value here is kept unread. */
  keepUnread(type?: string): void {
    this.#note(this.#report.unread, type);
  }

  /** Live: what is read after it was taken is in it as well. */
  get report(): BodyReport {
    return this.#report;
  }

  #note(list: string[], type: string | undefined): undefined {
    if (list.length >= reportedMax) return undefined;
    const path = this.#path(() => '[]');
    const where = isPath(path) ? path : 'a field';
    const told = type !== undefined && isPath(type) ? `${where}:${type}` : where;
    if (!list.includes(told)) list.push(told);
    return undefined;
  }

  #path(indexed: (index: number) => string): string {
    const above = this.#above === undefined ? '' : this.#above.#path(indexed);
    const step = this.#step;
    if (typeof step === 'number') return above + indexed(step);
    return above === '' ? step : `${above}.${step}`;
  }
}

function isPath(text: string): boolean {
  return text.length <= pathCharactersMax && /^[\w.[\]-]+$/.test(text);
}
