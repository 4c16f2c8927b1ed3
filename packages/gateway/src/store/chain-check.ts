import {
  digestOf,
  erasedSubject,
  erasedType,
  isOlder,
  linksOf,
  noLink,
  readItems,
  type ChainRow,
} from './chain.ts';

/** A link that stands outside of the store. */
export interface Anchor {
  readonly seq: number;
  readonly hash: string;
}

export interface Verified {
  readonly events: number;
  readonly broken: number | undefined;
}

/** A row that tells of an erasure. */
export type Erasure = Pick<ChainRow, 'items' | 'seq' | 'first'>;

/** The payloads of a row that the store still has. Each may throw: then they are gone. */
export interface RowPayloads {
  /** The sealed bytes; `undefined`: gone, or nobody has their key. */
  readonly sealed: () => Uint8Array | undefined;
  readonly opens: () => boolean;
  /** Later erasures of this very run; one took its own payload along. */
  readonly erasuresOfRun: () => readonly Erasure[];
  readonly laterErasures: () => readonly Erasure[];
}

/**
 * Recomputes the chain from its rows in order. A kept payload must also open; a missing one must
 * have been erased.
 */
export class ChainCheck {
  readonly #anchor: Anchor | undefined;
  #tip: Anchor = { seq: 0, hash: noLink };

  constructor(anchor: Anchor | undefined) {
    this.#anchor = anchor;
  }

  /** Position of the last event that was seen. */
  get seq(): number {
    return this.#tip.seq;
  }

  /** The next row; gives what was found where the chain does not hold there. */
  add(row: ChainRow, payloads: RowPayloads): Verified | undefined {
    const events = this.#tip.seq;
    const links = row.first === events + 1 ? linksIn(row, this.#tip.hash) : undefined;
    if (links === undefined || links.at(-1) !== row.hash || !isKeptOrErased(row, payloads)) {
      return { events, broken: events + 1 };
    }
    const anchor = this.#anchor;
    if (anchor !== undefined && !isAnchored(row, links, anchor)) {
      return { events: anchor.seq - 1, broken: anchor.seq };
    }
    this.#tip = { seq: row.seq, hash: row.hash };
    return undefined;
  }

  /** After the last row. */
  end(): Verified {
    const anchor = this.#anchor;
    const isShort = anchor !== undefined && anchor.seq > this.#tip.seq;
    return { events: this.#tip.seq, broken: isShort ? anchor.seq : undefined };
  }
}

/** True if the anchor is the link at its position, where that is in this row. */
function isAnchored({ first }: ChainRow, links: readonly string[], anchor: Anchor): boolean {
  const link = links[anchor.seq - first];
  return link === undefined || link === anchor.hash;
}

function linksIn(row: ChainRow, before: string): readonly string[] | undefined {
  try {
    return linksOf({ ...row, items: readItems(row) }, before);
  } catch {
    return undefined;
  }
}

/** True if what was sealed with a row opens, or was erased. What cannot be read says neither. */
function isKeptOrErased(row: ChainRow, payloads: RowPayloads): boolean {
  if (row.mode === 'none' || row.digest === null) return row.digest === null;
  try {
    const body = payloads.sealed();
    if (body === undefined) return wasErased(row, payloads);
    return digestOf(body) === row.digest && payloads.opens();
  } catch {
    return false;
  }
}

function wasErased({ atMs }: ChainRow, { erasuresOfRun, laterErasures }: RowPayloads): boolean {
  if (erasuresOfRun().some((row) => subjectsOf(row).includes(erasedSubject.ofRun))) return true;
  return laterErasures().some((row) => subjectsOf(row).some((each) => isOlder(atMs, each)));
}

function subjectsOf(row: Erasure): readonly string[] {
  const erased = readItems(row).filter(({ type }) => type === erasedType);
  return erased.map(({ subject }) => subject);
}
