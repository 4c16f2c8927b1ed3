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
  readonly payloads: PayloadsTable;
  readonly questions: QuestionsTable;
  readonly credentials: CredentialsTable;
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

/** What changes of a run, apart from the row that holds its key: that one is never moved. */
export interface StatesTable {
  readonly run: number;
  readonly changedMs: number;
  /** How many entries there are; bound to the head, so that none can be taken away. */
  readonly count: number;
  /** Sealed. */
  readonly head: Uint8Array;
}

/** The first entry of a change holds, sealed, the texts of all that came with it. */
export interface EntriesTable {
  readonly run: number;
  readonly id: number;
  readonly body: Uint8Array | null;
}

export interface HashesTable {
  /** Blinded: see `KeyRing.blind`. */
  readonly hash: Uint8Array;
  readonly run: number;
}

export interface EventsTable {
  readonly seq: number;
  readonly run: number;
  readonly atMs: number;
  readonly type: string;
  readonly subject: string;
  readonly mode: RecordMode;
  /** Position of the event with which this one's label and payload were sealed; null: none are. */
  readonly pack: number | null;
  /** SHA-256 (hex) of the pack's sealed bytes, where the pack begins. */
  readonly digest: string | null;
  readonly hash: string;
}

export interface PayloadsTable {
  /** Position of the pack's first event. */
  readonly pack: number;
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

export type EventRow = Selectable<EventsTable>;
export type RunRow = Selectable<RunsTable>;
