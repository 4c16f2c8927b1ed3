import { createHash } from 'node:crypto';
import type { HiddenStates } from '@sluice/local';
import { bytesOf, documentStates, type DocumentStates } from './document-states.ts';
import { knnLimits } from './knn-limits.ts';

/** Where documents are kept beyond a process: whoever opens a datastore may give one. */
export interface KeptDocuments {
  /** `undefined` for what is not there, or cannot be read: it is computed anew. */
  readonly read: (tenant: string, key: string) => Promise<DocumentStates | undefined>;
  readonly write: (tenant: string, key: string, document: DocumentStates) => Promise<void>;
  /** Deletes all that is kept of a tenant. */
  readonly forget: (tenant: string) => Promise<void>;
}

export interface DatastoreOptions {
  /** Bytes in memory for each tenant; default: `knnLimits.tenantBytesMax`. */
  readonly tenantBytesMax?: number | undefined;
  /** Default: `knnLimits.tenantsMax`. */
  readonly tenantsMax?: number | undefined;
  /** Bytes in memory for all tenants together; default: `knnLimits.allBytesMax`. */
  readonly allBytesMax?: number | undefined;
  readonly kept?: KeptDocuments | undefined;
}

export interface DocumentRequest {
  /** The tenant of a document: nothing that one tenant had computed serves another. */
  readonly tenant: string;
  readonly tokens: readonly number[];
  readonly signal: AbortSignal;
}

export interface FoundDocument {
  readonly document: DocumentStates;
  /** Tokens that the model was run on for it: none where it was known. */
  readonly evaluated: number;
}

type Memory = ByteCache<DocumentStates>;

/** A document that is being found. */
interface Running {
  readonly tenant: string;
  /** Meanwhile it was to be forgotten: it is not remembered. */
  isForgotten: boolean;
}

/**
 * Remembers what was used last, up to a number of bytes. What alone is larger than that is
 * not kept.
 */
export class ByteCache<Value> {
  readonly #bytesMax: number;
  readonly #sizeOf: (value: Value) => number;
  /** In order of use, the longest unused first. */
  readonly #values = new Map<string, Value>();
  #bytes = 0;

  constructor(options: { readonly bytesMax: number; readonly sizeOf: (value: Value) => number }) {
    this.#bytesMax = options.bytesMax;
    this.#sizeOf = options.sizeOf;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): Value | undefined {
    const value = this.#take(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.#take(key);
    const bytes = this.#sizeOf(value);
    if (bytes > this.#bytesMax) return;
    for (const [oldest] of this.#values) {
      if (this.#bytes + bytes <= this.#bytesMax) break;
      this.#take(oldest);
    }
    this.#values.set(key, value);
    this.#bytes += bytes;
  }

  #take(key: string): Value | undefined {
    const value = this.#values.get(key);
    if (value === undefined) return undefined;
    this.#values.delete(key);
    this.#bytes -= this.#sizeOf(value);
    return value;
  }
}

/**
 * Documents as the nearest-neighbour model needs them, each computed once a tenant, model and
 * content. Tenants have memory of their own: by how fast an answer comes, one could learn
 * otherwise what another one reads. Memory is bounded: for each tenant, in the number of tenants,
 * and for all of them together. What is kept elsewhere is not: there, tenants are to be forgotten.
 */
export class Datastore {
  readonly #model: HiddenStates;
  readonly #options: DatastoreOptions;
  readonly #memories = new Map<string, Memory>();
  readonly #running = new Set<Running>();

  constructor(model: HiddenStates, options: DatastoreOptions = {}) {
    this.#model = model;
    this.#options = options;
  }

  /** The model that its documents are read by. */
  get model(): string {
    return this.#model.model;
  }

  /** Throws what `documentStates` throws; what cannot be kept on disk is not an error. */
  async document(request: DocumentRequest): Promise<FoundDocument> {
    const running: Running = { tenant: request.tenant, isForgotten: false };
    this.#running.add(running);
    try {
      return await this.#find(request, running);
    } finally {
      this.#running.delete(running);
    }
  }

  /**
   * Drops all that was computed for a tenant, here and where it is kept, and what is being computed
   * for it when it is done. Throws what is thrown there.
   */
  async forget(tenant: string): Promise<void> {
    this.#memories.delete(tenant);
    for (const each of this.#running) if (each.tenant === tenant) each.isForgotten = true;
    await this.#options.kept?.forget(tenant);
  }

  async #find(
    { tenant, tokens, signal }: DocumentRequest,
    running: Running,
  ): Promise<FoundDocument> {
    const { kept } = this.#options;
    const key = keyOf(this.#model.model, tokens);
    const known = this.#memoryOf(tenant).get(key) ?? (await kept?.read(tenant, key));
    if (known !== undefined && isOf(known, tokens)) {
      if (!running.isForgotten) this.#remember(tenant, key, known);
      return { document: known, evaluated: 0 };
    }
    const document = await documentStates(this.#model, tokens, { signal });
    if (!running.isForgotten) {
      this.#remember(tenant, key, document);
      await kept?.write(tenant, key, document);
      // It may have been written after it was deleted.
      if (running.isForgotten) await this.forget(tenant);
    }
    return { document, evaluated: document.tokens.length };
  }

  /** Where all tenants have too much, the longest unused are forgotten whole. */
  #remember(tenant: string, key: string, document: DocumentStates): void {
    this.#memoryOf(tenant).set(key, document);
    const { allBytesMax = knnLimits.allBytesMax } = this.#options;
    let bytes = 0;
    for (const memory of this.#memories.values()) bytes += memory.bytes;
    for (const [oldest, memory] of this.#memories) {
      if (bytes <= allBytesMax) break;
      bytes -= memory.bytes;
      this.#memories.delete(oldest);
    }
  }

  #memoryOf(tenant: string): Memory {
    const { tenantBytesMax = knnLimits.tenantBytesMax, tenantsMax = knnLimits.tenantsMax } =
      this.#options;
    const memory =
      this.#memories.get(tenant) ?? new ByteCache({ bytesMax: tenantBytesMax, sizeOf: bytesOf });
    this.#memories.delete(tenant);
    this.#memories.set(tenant, memory);
    for (const [oldest] of this.#memories) {
      if (this.#memories.size <= tenantsMax) break;
      this.#memories.delete(oldest);
    }
    return memory;
  }
}

/** True if a stored document is of these tokens. Another one may be wrong: it is computed anew. */
function isOf(document: DocumentStates, tokens: readonly number[]): boolean {
  const { length } = document.tokens;
  const isSame = length === Math.max(0, tokens.length - 1);
  return isSame && document.tokens.every((token, at) => token === tokens[at + 1]);
}

/** By the tokens, in which the text is: the same text of another model is another document. */
function keyOf(model: string, tokens: readonly number[]): string {
  const hash = createHash('sha256').update(model).update('\0');
  return hash.update(Int32Array.from(tokens)).digest('hex');
}
