import { createHmac, createSecretKey, hash, hkdfSync, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { StoreError } from '../errors.ts';
import { storeLimits } from '../limits.ts';
import type { Text } from '../packed.ts';
import { freshKey, keyBytes, seal, unseal } from './seal.ts';

interface TenantKeys {
  readonly record: KeyObject;
  readonly files: KeyObject;
  readonly mcp: KeyObject;
  /** Secret text before each hash that a run is found by. */
  readonly blind: string;
}

/** A run's key, and the same wrapped by the master key. */
export interface NewKey {
  readonly wrapped: Uint8Array;
  readonly key: KeyObject;
}

interface RunKey {
  readonly row: OpenableRun;
  readonly key: KeyObject;
}

const checked = 'the master key of this database';

/**
 * All keys of a store, derived from the master key or wrapped by it. A run's key lives in the
 * database alone, wrapped: to destroy it there is to destroy it.
 */
export class KeyRing {
  readonly #master: Buffer;
  readonly #wrapping: KeyObject;
  readonly #runs = new LRUCache<number, RunKey>({ max: storeLimits.runKeysCachedMax });
  readonly #tenants = new LRUCache<string, TenantKeys>({ max: storeLimits.tenantKeysCachedMax });

  constructor(master: Buffer) {
    this.#master = master;
    this.#wrapping = this.#derived('run-keys');
  }

  /** A text that only this master key opens, kept in the database to recognise the key. */
  proof(): Buffer {
    return seal(this.#wrapping, checked, ['proof']);
  }

  /** Throws `master-key-wrong` where the proof was made with another master key. */
  check(proof: Uint8Array): void {
    try {
      unseal(this.#wrapping, proof, ['proof']);
    } catch (cause) {
      throw new StoreError(
        'master-key-wrong',
        'the database was written under another master key',
        {
          hint: 'give the key that was made with this database',
          cause,
        },
      );
    }
  }

  /** Makes a run's key, and wraps it for storing. */
  create(tenant: string, run: string): NewKey {
    const { bytes, key } = freshKey();
    const sealed = seal(this.#wrapping, bytes, ['run-key', tenant, run]);
    // A copy: the sealed bytes are a piece of a large block, which would be kept with them.
    return { wrapped: Uint8Array.from(sealed), key };
  }

  /** The key of a stored run. Throws where the wrapped key is not this run's. */
  open(row: OpenableRun): KeyObject {
    const known = this.#runs.get(row.id);
    // The row decides, not its id: another process may have changed it since.
    if (known !== undefined && isSame(known.row, row)) return known.key;
    const bytes = unseal(this.#wrapping, row.key, ['run-key', row.tenant, row.run]);
    const key = createSecretKey(bytes);
    this.remember(row, key);
    return key;
  }

  /** Keeps the key of a stored run in memory. */
  remember(row: OpenableRun, key: KeyObject): void {
    this.#runs.set(row.id, { row, key });
  }

  /** Drops a run's key from memory. */
  forget(run: number): void {
    this.#runs.delete(run);
  }

  /** HMAC-SHA256 (hex) of a payload under its tenant's key: equal payloads have equal hashes. */
  recordHash(tenant: string, payload: Text): string {
    const hmac = createHmac('sha256', this.#tenant(tenant).record);
    for (const piece of [payload].flat()) hmac.update(piece);
    return hmac.digest('hex');
  }

  /**
   * A hash of content as it is stored, so that who reads the database without the master key cannot
   * try out what was said. Half of SHA-256 after a secret prefix cannot be extended, and costs a
   * quarter of an HMAC.
   */
  blind(tenant: string, sha256: string): Buffer {
    return hash('sha256', this.#tenant(tenant).blind + sha256, 'buffer').subarray(0, 16);
  }

  /** The key of a tenant's labels of files. */
  files(tenant: string): KeyObject {
    return this.#tenant(tenant).files;
  }

  /** The key of what a tenant's MCP servers offer and its clients have received. */
  mcp(tenant: string): KeyObject {
    return this.#tenant(tenant).mcp;
  }

  #tenant(tenant: string): TenantKeys {
    const known = this.#tenants.get(tenant);
    if (known !== undefined) return known;
    const made = {
      record: this.#derived(`record/${tenant}`),
      files: this.#derived(`files/${tenant}`),
      mcp: this.#derived(`mcp/${tenant}`),
      blind: this.#derived(`hashes/${tenant}`).export().toString('hex'),
    };
    this.#tenants.set(tenant, made);
    return made;
  }

  #derived(use: string): KeyObject {
    const bytes = hkdfSync('sha256', this.#master, 'sluice-store', use, keyBytes);
    return createSecretKey(Buffer.from(bytes));
  }
}

/** A run's row with the key that it still has. */
export interface OpenableRun {
  readonly id: number;
  readonly tenant: string;
  readonly run: string;
  readonly key: Uint8Array;
}

function isSame(a: OpenableRun, b: OpenableRun): boolean {
  return a.run === b.run && a.tenant === b.tenant && Buffer.compare(a.key, b.key) === 0;
}
