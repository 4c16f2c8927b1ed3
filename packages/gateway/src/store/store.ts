import type { FileStore } from './file-store.ts';
import type { McpStore } from './mcp-store.ts';
import type { Text } from './packed.ts';

/**
 * Everything that survives the process. One write is one transaction: after `commit` resolves, all
 * of it is there, after a crash before that, nothing of it. A loss of power may take the last
 * commits that were not `durable`; it takes no answer to a question and no use of one, nothing that
 * was erased or lowered, no credential made or revoked, and no act of an operator's. SQLite today;
 * every member is asynchronous so that a database over the network can stand here later.
 */
export interface Store {
  /** Appends events and updates the run's working state, all or nothing. */
  readonly commit: (change: RunChange) => Promise<void>;
  /** The working state of a run, or `undefined` where there is none (expired, erased, unknown). */
  readonly loadRun: (tenant: string, run: string) => Promise<SavedRun | undefined>;
  /** Runs of this tenant that know a prefix or message by this hash, the newest first. */
  readonly runsKnowing: (tenant: string, hash: string) => Promise<readonly string[]>;
  /** The same, and no more of them than are read at once. */
  readonly newestKnowing: (tenant: string, hash: string) => Promise<readonly string[]>;
  readonly questions: QuestionStore;
  readonly credentials: CredentialStore;
  readonly files: FileStore;
  readonly mcp: McpStore;
  readonly events: EventLog;
  /** Why the machine's clock is not believed, for the next start; free of values. */
  readonly clock: {
    readonly noted: () => Promise<string | undefined>;
    readonly note: (text: string | undefined) => Promise<void>;
  };
  /**
   * Rejects with what is wrong where nothing can be stored now, such as a full disk. Costs nothing
   * while writes succeed; after one that failed it tries again.
   */
  readonly requireWritable: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The lines that one response, or one step of it, adds to a run. */
export interface RunChange {
  readonly tenant: string;
  readonly run: string;
  readonly atMs: number;
  /** Audit events in order. */
  readonly events: readonly EventDraft[];
  /** New entries of working state, by ids of the run that only grow; never changed afterwards. */
  readonly entries: readonly { readonly id: number; readonly json: Text }[];
  /** The run's small head state as JSON text; replaces the one before. */
  readonly head: string;
  /** SHA-256 hashes (hex) by which the run is found again. */
  readonly hashes: readonly string[];
  readonly questions: readonly NewQuestion[];
  /** Resolve only once it lies on the disk: without it, a loss of power may take the change. */
  readonly durable?: boolean | undefined;
}

/** An event for the audit. `payload` and `label` hold values; the other fields do not. */
export interface EventDraft {
  readonly type: string;
  /** The label's text. It may name readers that were computed from data. */
  readonly label: string;
  /** Id by which `sluice why` finds it: a call's, an answer's or a question's; may be empty. */
  readonly subject: string;
  /** JSON text of the whole event. */
  readonly payload: Text;
}

export interface SavedRun {
  readonly head: string;
  readonly entries: readonly { readonly id: number; readonly json: string }[];
}

/**
 * How much of an event's payload is kept: all of it and its label, a hash keyed per tenant, or
 * nothing. Type, time, run and subject are kept in any case.
 */
export type RecordMode = 'full' | 'hashed' | 'none';

/** A link of the audit's hash chain. */
export interface StoredEvent extends Omit<EventDraft, 'label' | 'payload'> {
  /** Position in the chain of all events of the database, from 1. */
  readonly seq: number;
  readonly tenant: string;
  readonly run: string;
  readonly atMs: number;
  /** `undefined` where it was erased or is not kept: nobody knows who may see the rest. */
  readonly label: string | undefined;
  /** `undefined` where it was erased or is not kept. */
  readonly payload: string | undefined;
  /** HMAC-SHA256 (hex) of the payload under a key of the tenant, where only that is kept. */
  readonly payloadHash?: string | undefined;
  /** SHA-256 (hex) over the link before and this event as it is stored. */
  readonly hash: string;
}

export interface EventFilter {
  readonly tenant?: string | undefined;
  readonly run?: string | undefined;
  readonly subject?: string | undefined;
  readonly type?: string | undefined;
  /** Events after this position. */
  readonly after?: number | undefined;
  /** The newest first; else in order. */
  readonly newest?: true | undefined;
  /** At most this many. */
  readonly limit: number;
}

export interface EventLog {
  readonly list: (filter: EventFilter) => Promise<readonly StoredEvent[]>;
  /** The newest link: what is anchored outside the database. `seq` 0: there is none. */
  readonly head: () => Promise<{ readonly seq: number; readonly hash: string }>;
  /**
   * Recomputes the chain. `broken`: the first link of the change that does not hold, or the
   * anchor's
   * where the chain does not reach or match it.
   */
  readonly verify: (anchor?: {
    readonly seq: number;
    readonly hash: string;
  }) => Promise<{ readonly events: number; readonly broken: number | undefined }>;
  /** Questions whose state no event of the chain supports, or whose row was changed. */
  readonly unsupported: () => Promise<readonly { readonly id: string; readonly tenant: string }[]>;
  /** Appends an event that belongs to no run (an operator's act, a reload, break-glass). */
  readonly append: (event: EventDraft & { tenant: string; atMs: number }) => Promise<void>;
  /**
   * Makes the labels, the payloads, the working state and the questions of a run unreadable, by
   * destroying its key; an event says so. Resolves once it is in no file any more. Rejected, it may
   * be half done, and is to be asked again. `false`: there is no such run, or it was erased.
   */
  readonly erase: (tenant: string, run: string, atMs: number) => Promise<boolean>;
  /**
   * Drops working state and questions of runs that changed last before `stateBeforeMs`, and erases
   * labels and payloads older than `eventsBeforeMs`; an event says so. Resolves to the numbers of
   * runs and of changes whose payloads went.
   */
  readonly retain: (limits: {
    readonly atMs: number;
    readonly stateBeforeMs: number;
    readonly eventsBeforeMs: number;
  }) => Promise<{ readonly states: number; readonly erased: number }>;
}

/** `lost`: the approval was used up, and the process ended before the call was given out. */
export type QuestionState =
  | 'open'
  | 'approved'
  | 'denied'
  | 'expired'
  | 'used'
  | 'lost'
  | 'withdrawn';

export interface NewQuestion {
  /** `ap_` and 32 hex digits. */
  readonly id: string;
  readonly callId: string;
  /** SHA-256 of what is shown: approval binds to it. */
  readonly hash: string;
  /** The label that one must be cleared for to see it, as text. */
  readonly label: string;
  /** JSON text of the `ConfirmRequest`. */
  readonly request: string;
  readonly expiresMs: number;
}

export interface Question extends NewQuestion {
  readonly tenant: string;
  readonly run: string;
  readonly askedMs: number;
  readonly state: QuestionState;
  /** Names of operators who said yes so far (several where duties are separated). */
  readonly approvedBy: readonly string[];
  readonly deniedBy: string | undefined;
  /** The person's own words; they carry the question's label. */
  readonly words: string | undefined;
}

export interface QuestionStore {
  readonly get: (id: string) => Promise<Question | undefined>;
  readonly ofCall: (tenant: string, run: string, callId: string) => Promise<Question | undefined>;
  readonly list: (filter: {
    readonly tenant?: string | undefined;
    readonly state?: QuestionState | undefined;
    readonly limit: number;
  }) => Promise<readonly Question[]>;
  readonly countOpen: (tenant: string, run?: string) => Promise<number>;
  /**
   * Changes a question where it is still open and unexpired and `hash` is what was shown; the event
   * is appended in the same transaction. Resolves to the question afterwards, or `undefined` where
   * nothing was changed.
   */
  readonly answer: (answer: QuestionAnswer) => Promise<Question | undefined>;
  /** Takes an approval for its one use. `false`: it was not approved, or was used already. */
  readonly use: (id: string, atMs: number) => Promise<boolean>;
  /** Records that the one use came to nothing. `false`: it was not used. */
  readonly lose: (id: string, atMs: number) => Promise<boolean>;
  /** Takes back a question that nobody needs answered any more. `false`: it was not open. */
  readonly withdraw: (id: string, atMs: number) => Promise<boolean>;
  /** Ends what is still open, or approved and unused, and too late. Resolves to those. */
  readonly expire: (atMs: number) => Promise<readonly Question[]>;
}

export interface QuestionAnswer {
  readonly id: string;
  readonly hash: string;
  readonly kind: 'yes' | 'no';
  readonly by: string;
  /** How many different people must say yes (by name, where duties are separated). */
  readonly dutyOf: readonly string[];
  readonly words: string | undefined;
  readonly atMs: number;
}

export type Role = 'viewer' | 'approver' | 'endorser' | 'admin';

/** A client or an operator. Secrets are hashed at rest and shown once. */
export type Credential =
  | {
      readonly kind: 'client';
      readonly id: string;
      readonly name: string;
      readonly tenant: string;
      /** Name of the profile in the gateway's settings: upstreams, policy, propagator. */
      readonly profile: string;
      readonly createdMs: number;
      readonly revokedMs: number | undefined;
    }
  | {
      readonly kind: 'operator';
      readonly id: string;
      /** The name by which a separation-of-duty label knows this person. */
      readonly name: string;
      /** `undefined`: every tenant. */
      readonly tenant: string | undefined;
      readonly roles: readonly Role[];
      /** A label's text: what this person may be shown. */
      readonly clearance: string;
      readonly createdMs: number;
      readonly revokedMs: number | undefined;
    };

export interface CredentialStore {
  /** Stores a credential under the SHA-256 (hex) of its secret. */
  readonly add: (credential: Credential, secretHash: string) => Promise<void>;
  /** By the SHA-256 (hex) of a secret; revoked ones are not found. */
  readonly find: (secretHash: string) => Promise<Credential | undefined>;
  readonly list: () => Promise<readonly Credential[]>;
  /** The SHA-256 (hex) of each operator's secret that is not revoked. */
  readonly operatorHashes: () => Promise<readonly string[]>;
  readonly revoke: (id: string, atMs: number) => Promise<boolean>;
  /** Another secret from now on, by its SHA-256 (hex); false where the credential is revoked. */
  readonly replaceSecret: (id: string, secretHash: string) => Promise<boolean>;
}
