import type { KeyRing } from '../sealed/key-ring.ts';
import type { RecordMode } from '../store.ts';
import type { Checkpointer } from './checkpointer.ts';
import type { Database } from './database.ts';
import type { Writer } from './writer.ts';

/** What the parts of the SQLite store share. */
export interface Context {
  readonly database: Database;
  readonly keys: KeyRing;
  readonly writer: Writer;
  readonly checkpointer: Checkpointer;
  readonly recordOf: (tenant: string) => RecordMode;
}
