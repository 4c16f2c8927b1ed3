import type { Label, LabelSpace } from '@sluice/core';
import type { McpStore } from '../store/mcp-store.ts';

/** A client, by its credential. */
export interface McpClient {
  readonly tenant: string;
  readonly id: string;
  readonly name: string;
}

/** The text of a client's label, by that of the one before. */
type Change = (before: string | undefined) => string | undefined;

/**
 * The join of the labels of all that each client has received from MCP servers. Connections do not
 * count: an agent that opens a new one has read what it has read.
 */
export class SeenLabels {
  readonly #store: McpStore;
  readonly #keepsAtStart: boolean;
  readonly #tenants: Map<string, Promise<Map<string, string>>> = new Map();
  readonly #last: Map<string, Promise<void>> = new Map();

  constructor(store: McpStore, { keepsAtStart }: { readonly keepsAtStart: boolean }) {
    this.#store = store;
    this.#keepsAtStart = keepsAtStart;
  }

  async of({ tenant, id }: McpClient, space: LabelSpace): Promise<Label> {
    return labelIn(space, (await this.#of(tenant)).get(id));
  }

  /** Settles once it is kept; until then it counts for nothing, and nothing is given out. */
  async raise(client: McpClient, space: LabelSpace, label: Label): Promise<void> {
    await this.#inTurn(client, (before) => {
      const had = labelIn(space, before);
      const after = space.join(had, label);
      return after === had ? before : after.text;
    });
  }

  /** The client has forgotten all that came before: somebody vouches for it. */
  async reset(client: Omit<McpClient, 'name'>): Promise<void> {
    await this.#inTurn(client, () => 'bottom');
  }

  async list(tenant: string): Promise<ReadonlyMap<string, string>> {
    return await this.#of(tenant);
  }

  /** One change of a client's label at a time: each begins with what the last one has kept. */
  async #inTurn(client: Omit<McpClient, 'name'>, change: Change): Promise<void> {
    const key = JSON.stringify([client.tenant, client.id]);
    const before = this.#last.get(key) ?? Promise.resolve();
    const done = before.catch(() => {}).then(async () => await this.#change(client, change));
    this.#last.set(key, done);
    try {
      await done;
    } finally {
      if (this.#last.get(key) === done) this.#last.delete(key);
    }
  }

  async #change({ tenant, id }: Omit<McpClient, 'name'>, change: Change): Promise<void> {
    const seen = await this.#of(tenant);
    const before = seen.get(id);
    const label = change(before);
    if (label === undefined || label === before) return;
    await this.#store.put(tenant, [{ is: 'seen', client: id, label }]);
    seen.set(id, label);
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
export function labelIn(space: LabelSpace, text: string | undefined): Label {
  if (text === undefined || text === 'bottom') return space.bottom;
  try {
    return space.parse(text);
  } catch {
    return space.top;
  }
}
