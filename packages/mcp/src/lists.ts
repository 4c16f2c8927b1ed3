import { fieldsOf, listOf } from './fields.ts';
import type { Gatekeeper } from './gatekeeper.ts';
import { mcpLimits } from './limits.ts';
import { type Offer, type OfferKind, offerOf } from './offer.ts';

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

  constructor(keeper: Pick<Gatekeeper, 'mayShow'>) {
    this.#keeper = keeper;
  }

  /** The offer, if the client may use it; `hidden`: it was listed, and may not be. */
  find(kind: OfferKind, name: string): Offer | 'hidden' | undefined {
    const key = keyOf(kind, name);
    return this.#usable.get(key) ?? (this.#known.has(key) ? 'hidden' : undefined);
  }

  /** All is to be listed anew before it is used. */
  forget(): void {
    this.#usable.clear();
    this.#known.clear();
  }

  /** A page of a list with what the client may see; all else of it stays as it is. */
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
    return { ...result, [key]: shown };
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
