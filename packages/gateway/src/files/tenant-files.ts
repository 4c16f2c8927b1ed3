import { InOrder } from '../run/in-order.ts';
import { type FileRecord, nameOfRecord } from '../store/file-store.ts';
import type { Store } from '../store/store.ts';
import type { Listing } from './listing.ts';

/** A command that was given out, with the files as they stood before. */
export interface OpenCommand {
  readonly roots: readonly string[];
  readonly before: Listing;
  /** Its result is not waited for after that. */
  readonly untilMs: number;
  /** Records what it changed; `undefined`: nobody can tell. */
  readonly changed: (files: readonly string[] | undefined) => void;
  /** Its result has come, or is not waited for: what was recorded for the while is removed. */
  readonly close: () => void;
}

/** The labels of files of one tenant, as they stand in memory over the store. */
export class TenantFiles {
  /** By call. */
  readonly open: Map<string, OpenCommand> = new Map();
  /** The files of a workspace as they were listed last: most of them stand as they did. */
  listed: Listing | undefined;
  readonly #tenant: string;
  readonly #store: Store['files'];
  readonly #records: Map<string, FileRecord> = new Map();
  /** Names of records that the store does not have as they stand here. */
  readonly #unsaved: Map<string, FileRecord> = new Map();
  readonly #order = new InOrder();

  private constructor(tenant: string, store: Store['files']) {
    this.#tenant = tenant;
    this.#store = store;
  }

  static async load(tenant: string, store: Store['files']): Promise<TenantFiles> {
    const files = new TenantFiles(tenant, store);
    for (const record of await store.list(tenant)) files.#records.set(nameOfRecord(record), record);
    return files;
  }

  get size(): number {
    return this.#records.size;
  }

  get all(): readonly FileRecord[] {
    return [...this.#records.values()];
  }

  /** What is recorded of a file; not of commands that are open. */
  get(path: string): FileRecord | undefined {
    return this.#records.get(nameOfRecord({ path, cause: 'written', call: '' }));
  }

  /** Holds at once, and lasts once it was saved. */
  put(record: FileRecord): void {
    const name = nameOfRecord(record);
    this.#records.set(name, record);
    this.#unsaved.set(name, record);
  }

  remove(record: FileRecord): void {
    const name = nameOfRecord(record);
    this.#records.delete(name);
    this.#unsaved.set(name, record);
  }

  /** Rejects with a `StoreError`; what was not saved is tried again with the next change. */
  async save(): Promise<void> {
    await this.#order.do(async () => {
      const changed = [...this.#unsaved];
      if (changed.length === 0) return;
      await this.#store.change(this.#tenant, {
        put: changed.flatMap(([name]) => this.#records.get(name) ?? []),
        remove: changed.flatMap(([name, record]) => (this.#records.has(name) ? [] : [record])),
      });
      for (const [name, record] of changed) {
        if (this.#unsaved.get(name) === record) this.#unsaved.delete(name);
      }
    });
  }
}

/** The labels of files of all tenants. */
export class KnownFiles {
  readonly #store: Store['files'];
  readonly #tenants: Map<string, Promise<TenantFiles>> = new Map();

  constructor(store: Store['files']) {
    this.#store = store;
  }

  /** Those of whose files something may be recorded. */
  async tenants(): Promise<readonly string[]> {
    return await this.#store.tenants();
  }

  async of(tenant: string): Promise<TenantFiles> {
    const loading = this.#tenants.get(tenant) ?? TenantFiles.load(tenant, this.#store);
    this.#tenants.set(tenant, loading);
    try {
      return await loading;
    } catch (cause) {
      this.#tenants.delete(tenant);
      throw cause;
    }
  }
}
