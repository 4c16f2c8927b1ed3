import type { Offer } from '@sluice/mcp';
import { limits } from '../limits.ts';
import type { McpStore, OfferRecord } from '../store/mcp-store.ts';

type Records = Map<string, OfferRecord>;

export interface Admission {
  readonly tenant: string;
  readonly server: string;
  /** What was never seen before is taken as accepted. */
  readonly trustsFirst: boolean;
  /** The label of an offer's words, by its text. */
  readonly labelOf: (offer: Offer) => Promise<string>;
}

/** Which offer is meant, by a person. */
export interface WantedOffer {
  readonly server: string;
  readonly kind: string;
  readonly name: string;
}

interface OfServer {
  readonly tenant: string;
  readonly server: string;
}

interface DefinedOffer extends WantedOffer {
  readonly definition: string;
}

/**
 * What the MCP servers of each tenant offer, and what of it was accepted. An offer may be used only
 * while it reads exactly as it did when it was accepted.
 */
export class KnownOffers {
  readonly #store: McpStore;
  readonly #nowMs: () => number;
  readonly #tenants: Map<string, Promise<Records>> = new Map();
  readonly #listeners: Set<(of: OfServer) => void> = new Set();

  constructor(store: McpStore, nowMs: () => number) {
    this.#store = store;
    this.#nowMs = nowMs;
  }

  /** Notes what a server offers; for each offer in order: true if it was accepted as it reads. */
  async admit(offers: readonly Offer[], place: Admission): Promise<readonly boolean[]> {
    const records = await this.#of(place.tenant);
    const changed: OfferRecord[] = [];
    for (const offer of offers) {
      const noted = this.#noted(offer, records, place);
      if (noted !== undefined) changed.push({ ...noted, label: await place.labelOf(offer) });
    }
    if (changed.length > 0) await this.#keep(place.tenant, changed);
    return offers.map((offer) => {
      const record = records.get(keyOf({ ...offer, server: place.server }));
      return record?.accepted?.definition === offer.definition;
    });
  }

  async list(tenant: string): Promise<readonly OfferRecord[]> {
    return [...(await this.#of(tenant)).values()];
  }

  async tenants(): Promise<readonly string[]> {
    return await this.#store.tenants();
  }

  /** The one whose tool a policy means by a bare name: the first that was accepted with it. */
  async ownerOf(tenant: string, tool: string): Promise<string | undefined> {
    const accepted = (await this.list(tenant)).filter(
      ({ kind, name, accepted: yes }) => kind === 'tool' && name === tool && yes !== undefined,
    );
    return accepted.toSorted(byTime)[0]?.server;
  }

  /** The person who accepted an offer as it is defined here; `undefined`: nobody did. */
  async acceptedBy(tenant: string, wanted: DefinedOffer): Promise<string | undefined> {
    const accepted = (await this.#of(tenant)).get(keyOf(wanted))?.accepted;
    return accepted?.definition === wanted.definition ? accepted.by : undefined;
  }

  /** True if an offer was accepted as it is defined here, and still reads so. */
  async isAccepted(tenant: string, { definition, ...wanted }: DefinedOffer): Promise<boolean> {
    const record = (await this.#of(tenant)).get(keyOf(wanted));
    return record?.accepted?.definition === definition && record.offered === definition;
  }

  /** From now on these are used as they were shown. */
  async accept(tenant: string, shown: readonly OfferRecord[], by: string): Promise<void> {
    const atMs = this.#nowMs();
    await this.#keep(
      tenant,
      shown.map((record) => {
        // A server that corrects its words stays the one that a policy means by a bare name.
        const { sinceMs = record.accepted?.atMs ?? atMs } = record.accepted ?? {};
        const { offered: definition, label } = record;
        return { ...record, accepted: { definition, label, by, atMs, sinceMs } };
      }),
    );
    for (const server of new Set(shown.map((each) => each.server))) this.#tell({ tenant, server });
  }

  /** All of a server is new again, and so hidden. False: there was nothing of it. */
  async forget(tenant: string, server: string): Promise<boolean> {
    const records = await this.#of(tenant);
    const gone = [...records.values()].filter((each) => each.server === server);
    if (gone.length === 0) return false;
    await this.#store.remove(tenant, gone);
    for (const record of gone) records.delete(keyOf(record));
    this.#tell({ tenant, server });
    return true;
  }

  /** Tells of each server of which something was accepted or forgotten. Gives what ends it. */
  onChanged(listener: (of: OfServer) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #tell(of: OfServer): void {
    for (const listener of this.#listeners) listener(of);
  }

  #noted(offer: Offer, records: Records, place: Admission): OfferRecord | undefined {
    const { server, trustsFirst } = place;
    const { kind, name, definition } = offer;
    const known = records.get(keyOf({ ...offer, server }));
    if (known?.offered === definition) return undefined;
    // Past the bound nothing is noted, so nothing can be accepted: it stays hidden.
    if (known === undefined && records.size >= limits.mcpOffersMax) return undefined;
    const offeredMs = this.#nowMs();
    const isTrusted = trustsFirst && known === undefined;
    const accepted = isTrusted ? { definition, atMs: offeredMs } : known?.accepted;
    const record = { is: 'offer', server, kind, name, offered: definition, offeredMs } as const;
    return { ...record, ...(accepted && { accepted }) };
  }

  async #keep(tenant: string, changed: readonly OfferRecord[]): Promise<void> {
    await this.#store.put(tenant, changed);
    const records = await this.#of(tenant);
    for (const record of changed) records.set(keyOf(record), record);
  }

  async #of(tenant: string): Promise<Records> {
    const known = this.#tenants.get(tenant);
    if (known !== undefined) return await known;
    const loading = this.#load(tenant);
    this.#tenants.set(tenant, loading);
    loading.catch(() => this.#tenants.delete(tenant));
    return await loading;
  }

  async #load(tenant: string): Promise<Records> {
    const records = await this.#store.list(tenant);
    return new Map(
      records.flatMap((record) => (record.is === 'offer' ? [[keyOf(record), record]] : [])),
    );
  }
}

function keyOf({ server, kind, name }: WantedOffer): string {
  return JSON.stringify([server, kind, name]);
}

function byTime(a: OfferRecord, b: OfferRecord): number {
  return since(a) - since(b) || (a.server < b.server ? -1 : 1);
}

function since({ accepted }: OfferRecord): number {
  return accepted?.sinceMs ?? accepted?.atMs ?? 0;
}
