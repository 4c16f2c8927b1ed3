import type { KeyRing } from '../sealed/key-ring.ts';
import type { RecordMode } from '../store.ts';
import type { Database } from './connection/database.ts';
import type { Writer } from './connection/writer.ts';

/** The state that the parts of the PostgreSQL store share. */
export interface Context {
  readonly database: Database;
  readonly keys: KeyRing;
  readonly writer: Writer;
  readonly recordOf: (tenant: string) => RecordMode;
}
