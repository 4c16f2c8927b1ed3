import { Cursors } from './cursors.ts';
import { fieldsOf, listOf, textIn } from './fields.ts';
import type { Gatekeeper } from './gatekeeper.ts';
import { mcpLimits } from './limits.ts';
import { type Offer, type OfferKind, offerOf } from './offer.ts';
import { isOfTemplate } from './template.ts';

interface Listing {
  readonly kind: OfferKind;
  /** Where the items stand in a result. */
  readonly key: string;
}

/** The methods that list what a server offers. */
export const listings: ReadonlyMap<string, Listing> = new Map([
  ['tools/list', { kind: 'tool', key: 'tools' }],
  ['prompts/list', { kind: 'prompt', key: 'prompts' }],
  ['resources/list', { kind: 'resource', key: 'resources' }],
  ['resources/templates/list', { kind: 'template', key: 'resourceTemplates' }],
]);

/** The notification after which a server has other things of a kind. */
export const changes: ReadonlySet<string> = new Set([
  'notifications/tools/list_changed',
  'notifications/prompts/list_changed',
  'notifications/resources/list_changed',
]);

type Fields = Readonly<Record<string, unknown>>;

/** The offers of one server as far as they were listed, and those that the client may use. */
export class Offers {
  readonly #keeper: Pick<Gatekeeper, 'mayShow'>;
  readonly #usable: Map<string, Offer> = new Map();
  readonly #known: Set<string> = new Set();
  readonly #links: Set<string> = new Set();
  readonly #cursors = new Cursors();

  constructor(keeper: Pick<Gatekeeper, 'mayShow'>) {
    this.#keeper = keeper;
  }

  /** The offer, if the client may use it; `hidden`: it was listed, and may not be. */
  find(kind: OfferKind, name: string): Offer | 'hidden' | undefined {
    const key = keyOf(kind, name);
    return this.#usable.get(key) ?? (this.#known.has(key) ? 'hidden' : undefined);
  }

  /** The template that an address may be of, if the client may use it. */
  templateOf(uri: string): Offer | undefined {
    return [...this.#usable.values()].find(
      ({ kind, name }) => kind === 'template' && isOfTemplate(name, uri),
    );
  }

  /** Notes the addresses that a result links to. */
  linked(result: Fields): void {
    for (const block of listOf(result['content'])) {
      const { type, uri, resource } = fieldsOf(block);
      const address = textIn(type === 'resource' ? fieldsOf(resource)['uri'] : uri);
      if (address === undefined || this.#links.size >= mcpLimits.linksMax) continue;
      this.#links.add(address);
    }
  }

  isLinked(uri: string): boolean {
    return this.#links.has(uri);
  }

  /** The server's own name for a page that the client asks for. */
  page(name: unknown): string | undefined {
    return this.#cursors.theirs(name);
  }

  /** All is to be listed anew before it is used. */
  forget(): void {
    this.#usable.clear();
    this.#known.clear();
  }

  /** A page of a list with what the client may see, as each item stands there. */
  async shown(method: string, result: Fields): Promise<Record<string, unknown>> {
    const listing = listings.get(method);
    if (listing === undefined) return { ...result };
    const { kind, key } = listing;
    const items = listOf(result[key]);
    const offers = items.map((item) => offerOf(kind, item));
    const named = offers.flatMap((offer) => (offer && isSmall(offer) ? [offer] : []));
    const may = await this.admit(named);
    const isShown = new Set(named.filter((_, at) => may[at] === true));
    const shown = items.filter((_, at) => {
      const offer = offers[at];
      return offer !== undefined && isShown.has(offer);
    });
    const next = nextPage(result);
    const cursor = next === undefined ? {} : { nextCursor: this.#cursors.given(next) };
    return { ...cachedFor(result), ...cursor, [key]: shown };
  }

  async admit(offers: readonly Offer[]): Promise<readonly boolean[]> {
    if (this.#known.size + offers.length > mcpLimits.offersMax) this.forget();
    // Which of two that have one name would be called, nobody knows: neither is shown.
    const names = new Map<string, number>();
    for (const { kind, name } of offers) {
      names.set(keyOf(kind, name), (names.get(keyOf(kind, name)) ?? 0) + 1);
    }
    const may = await this.#keeper.mayShow(offers);
    return offers.map((offer, at) => {
      const key = keyOf(offer.kind, offer.name);
      this.#known.add(key);
      const isUsable = may[at] === true && names.get(key) === 1;
      if (isUsable) this.#usable.set(key, offer);
      else this.#usable.delete(key);
      return isUsable;
    });
  }
}

/** For how long, and for whom, a list may be kept: all else beside it is read by nobody. */
function cachedFor({ ttlMs, cacheScope, resultType }: Fields): Fields {
  return {
    ...(typeof ttlMs === 'number' && { ttlMs }),
    ...((cacheScope === 'public' || cacheScope === 'private') && { cacheScope }),
    ...(resultType === 'complete' && { resultType }),
  };
}

function isSmall({ definition }: Offer): boolean {
  return definition.length <= mcpLimits.definitionUnitsMax;
}

function keyOf(kind: OfferKind, name: string): string {
  return `${kind}:${name}`;
}

/** The place of the next page; `undefined`: this was the last. */
export function nextPage(result: Fields): string | undefined {
  const { nextCursor } = fieldsOf(result);
  return typeof nextCursor === 'string' ? nextCursor : undefined;
}
