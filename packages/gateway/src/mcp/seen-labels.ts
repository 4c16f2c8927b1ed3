import type { Label, LabelSpace } from '@sluice/core';
import type { McpStore } from '../store/mcp-store.ts';

/** A client, by its credential. */
export interface McpClient {
  readonly tenant: string;
  readonly id: string;
  readonly name: string;
}

/**
 * The join of the labels of all that each client has received from MCP servers. Connections do not
 * count: an agent that opens a new one has read what it has read.
 */
export class SeenLabels {
  readonly #store: McpStore;
  readonly #keepsAtStart: boolean;
  readonly #tenants: Map<string, Promise<Map<string, string>>> = new Map();

  constructor(store: McpStore, { keepsAtStart }: { readonly keepsAtStart: boolean }) {
    this.#store = store;
    this.#keepsAtStart = keepsAtStart;
  }

  async of({ tenant, id }: McpClient, space: LabelSpace): Promise<Label> {
    return labelIn(space, (await this.#of(tenant)).get(id));
  }

  /** Settles once it is kept. In memory it counts at once. */
  async raise(client: McpClient, space: LabelSpace, label: Label): Promise<void> {
    const seen = await this.#of(client.tenant);
    const before = labelIn(space, seen.get(client.id));
    const after = space.join(before, label);
    if (after === before) return;
    seen.set(client.id, after.text);
    await this.#put(client, after.text);
  }

  /** The client has forgotten all: somebody vouches for it. */
  async reset(client: Omit<McpClient, 'name'>): Promise<void> {
    await this.#put(client, 'bottom');
    (await this.#of(client.tenant)).set(client.id, 'bottom');
  }

  async list(tenant: string): Promise<ReadonlyMap<string, string>> {
    return await this.#of(tenant);
  }

  async #put({ tenant, id }: Omit<McpClient, 'name'>, label: string): Promise<void> {
    await this.#store.put(tenant, [{ is: 'seen', client: id, label }]);
  }

  async #of(tenant: string): Promise<Map<string, string>> {
    const known = this.#tenants.get(tenant);
    if (known !== undefined) return await known;
    const loading = this.#load(tenant);
    this.#tenants.set(tenant, loading);
    loading.catch(() => this.#tenants.delete(tenant));
    return await loading;
  }

  async #load(tenant: string): Promise<Map<string, string>> {
    if (!this.#keepsAtStart) return new Map();
    const records = await this.#store.list(tenant);
    return new Map(
      records.flatMap((each) => (each.is === 'seen' ? [[each.client, each.label]] : [])),
    );
  }
}

/** A label of a policy that was replaced since may be anything. */
function labelIn(space: LabelSpace, text: string | undefined): Label {
  if (text === undefined || text === 'bottom') return space.bottom;
  try {
    return space.parse(text);
  } catch {
    return space.top;
  }
}
