import type { Generated, Selectable } from 'kysely';
import type { QuestionState, RecordMode } from '../store.ts';

/** The tables as the newest migration leaves them. Sealed columns hold what `seal` made. */
export interface Tables {
  readonly meta: MetaTable;
  readonly runs: RunsTable;
  readonly states: StatesTable;
  readonly entries: EntriesTable;
  readonly hashes: HashesTable;
  readonly events: EventsTable;
  readonly subjects: SubjectsTable;
  readonly payloads: PayloadsTable;
  readonly pieces: PiecesTable;
  readonly questions: QuestionsTable;
  readonly credentials: CredentialsTable;
  readonly files: FilesTable;
  /** Has the columns of that of files. */
  readonly mcp: FilesTable;
}

export interface MetaTable {
  readonly name: string;
  readonly value: Uint8Array;
}

/** Tenants' runs. The run named by the empty text holds the events that belong to none. */
export interface RunsTable {
  readonly id: Generated<number>;
  readonly tenant: string;
  readonly run: string;
  /** The run's key, wrapped by the master key; null once it was destroyed. */
  readonly key: Uint8Array | null;
}

/** The changing state of a run. The row that holds its key is apart: that one is never moved. */
export interface StatesTable {
  readonly run: number;
  readonly changedMs: number;
  /** How many entries there are; bound to the head, so that none can be taken away. */
  readonly count: number;
  /** Sealed. */
  readonly head: Uint8Array;
}

/** The entries of one change. */
export interface EntriesTable {
  readonly run: number;
  /** The id of the last event; of the first, where an earlier version wrote the row. */
  readonly id: number;
  /** Sealed. null: an entry of an earlier version that stands in the row of another. */
  readonly body: Uint8Array | null;
}

export interface HashesTable {
  /** Blinded: see `KeyRing.blind`. */
  readonly hash: Uint8Array;
  readonly run: number;
}

/** The events of one change: they share a run, a time and a seal. */
export interface EventsTable {
  /** Position of the last of them in the chain. */
  readonly seq: number;
  /** Position of the first of them. */
  readonly first: number;
  readonly run: number;
  readonly atMs: number;
  /** JSON list: of each, in order, its type and its subject. */
  readonly items: string;
  readonly mode: RecordMode;
  /** SHA-256 (hex) of the sealed bytes of what was kept of them; null: nothing was. */
  readonly digest: string | null;
  /** The last one's link of the chain: those before it are computed from it and the row before. */
  readonly hash: string;
}

/** Where subjects are found that do not name their own run. */
export interface SubjectsTable {
  readonly subject: string;
  /** The number of the row of events. */
  readonly seq: number;
}

export interface PayloadsTable {
  /** Position of the first of the events that were sealed together. */
  readonly pack: number;
  /** Sealed. */
  readonly body: Uint8Array;
}

/** Parts of long texts that entries or events hold a reference to. */
export interface PiecesTable {
  readonly id: Generated<number>;
  readonly run: number;
  readonly holds: 'state' | 'events';
  readonly atMs: number;
  /** Sealed. */
  readonly body: Uint8Array;
}

export interface QuestionsTable {
  readonly id: string;
  readonly run: number;
  readonly callId: string;
  /** Sealed: the label, the hash and the request. */
  readonly request: Uint8Array;
  readonly expiresMs: number;
  readonly askedMs: number;
  readonly state: QuestionState;
  /** JSON list of names. */
  readonly approvedBy: string;
  readonly deniedBy: string | null;
  /** Sealed. */
  readonly words: Uint8Array | null;
  /** Sealed: the state and who answered; null in rows of versions that wrote none. */
  readonly proof: Uint8Array | null;
}

export interface CredentialsTable {
  readonly id: string;
  readonly secretHash: string;
  readonly kind: 'client' | 'operator';
  readonly name: string;
  readonly tenant: string | null;
  readonly profile: string | null;
  /** JSON list. */
  readonly roles: string | null;
  readonly clearance: string | null;
  readonly createdMs: number;
  readonly revokedMs: number | null;
}

/** Labels of files. */
export interface FilesTable {
  readonly tenant: string;
  /** Blinded: see `KeyRing.blind`. */
  readonly name: Uint8Array;
  /** Sealed. */
  readonly body: Uint8Array;
}

export type EventRow = Selectable<EventsTable>;
export type RunRow = Selectable<RunsTable>;
