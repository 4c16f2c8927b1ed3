import { LRUCache } from 'lru-cache';
import { limits } from '../limits.ts';
import { isSecretOf, secretHash } from '../store/secrets.ts';
import { RequestError } from '../protocol/errors.ts';
import type { KeyPlace } from '../protocol/protocol.ts';
import type { Credential, Store } from '../store/store.ts';
import type { Exchange } from './exchange.ts';

export type ClientCredential = Extract<Credential, { readonly kind: 'client' }>;

/** The part of a request that a key may stand in. */
type Asked = Pick<Exchange, 'header' | 'request'>;

/**
 * Knows a client by its key. Keys are looked up by their SHA-256: they hold 256 random bits, so the
 * time that a lookup takes says nothing about any other key.
 */
export class Clients {
  readonly #store: Store;
  readonly #known = new LRUCache<string, ClientCredential>({ max: limits.credentialsInMemoryMax });
  readonly #listeners: (() => void)[] = [];

  constructor(store: Store) {
    this.#store = store;
  }

  /** Throws `RequestError` 401 for anything but the key of a client that is not revoked. */
  async of(exchange: Asked, places: readonly KeyPlace[]): Promise<ClientCredential> {
    const key = keyIn(exchange, places);
    if (key === undefined || !isSecretOf('client', key)) throw unknownKey();
    const hash = secretHash(key);
    const known = this.#known.get(hash);
    if (known !== undefined) return known;
    const found = await this.#store.credentials.find(hash);
    if (found?.kind !== 'client') throw unknownKey();
    this.#known.set(hash, found);
    return found;
  }

  /** Throws `RequestError` 401 unless the key is still the one with this id. */
  async same(exchange: Exchange, places: readonly KeyPlace[], id: string): Promise<void> {
    if ((await this.of(exchange, places)).id !== id) throw unknownKey();
  }

  /** After a key was made or revoked: the store is asked again. */
  forget(): void {
    this.#known.clear();
    for (const listener of this.#listeners) listener();
  }

  /** Tells whoever serves a client for longer than one request that its key may be revoked. */
  onForgotten(listener: () => void): void {
    this.#listeners.push(listener);
  }
}

function keyIn(exchange: Asked, places: readonly KeyPlace[]): string | undefined {
  const keys = places.flatMap((place) => {
    if (place.in === 'query') return queryOf(exchange).getAll(place.name);
    const text = exchange.header(place.name);
    const { scheme } = place;
    return text === undefined ? [] : [scheme === undefined ? text : behind(scheme, text)];
  });
  const [first, ...others] = keys;
  // Two keys that differ could be read as one by us and as the other by whoever stands in between.
  return others.every((key) => key === first) ? first : undefined;
}

function queryOf({ request: { url = '' } }: Asked): URLSearchParams {
  const begin = url.indexOf('?');
  return new URLSearchParams(begin === -1 ? '' : url.slice(begin));
}

function behind(scheme: string, text: string): string | undefined {
  const begins = `${scheme} `;
  const isScheme = text.slice(0, begins.length).toLowerCase() === begins.toLowerCase();
  return isScheme ? text.slice(begins.length) : undefined;
}

function unknownKey(): RequestError {
  return new RequestError('invalid_api_key', 'the gateway does not know this key', {
    hint:
      'use the client’s key: `cat .sluice/client.key` where the gateway runs, or make another with ' +
      '`sluice keys add client NAME`',
    status: 401,
  });
}
