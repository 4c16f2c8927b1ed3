import { expect } from 'vitest';
import type { OfferRecord, SeenRecord } from '../../src/store/mcp-store.ts';
import { proves } from '../../src/testing/proves.ts';
import { someChange } from '../temporary-store.ts';
import type { StoreKind } from './store-kind.ts';

const offer: OfferRecord = {
  is: 'offer',
  server: 'files',
  kind: 'tool',
  name: 'read_file',
  offered: '{"name":"read_file"}',
  offeredMs: 1,
};
const seen: SeenRecord = { is: 'seen', client: 'key_1', label: 'untrusted' };

/** What MCP servers offer, and what their clients have received. */
export function mcpContract({ openTwice }: StoreKind): void {
  proves('store/mcp', async () => {
    const [store, other] = await openTwice();
    expect(await store.mcp.list('acme')).toEqual([]);
    await store.mcp.put('acme', [offer, { ...offer, server: 'mail' }, seen]);
    await store.mcp.put('globex', [seen]);
    expect(await other.mcp.tenants()).toEqual(['acme', 'globex']);
    expect(await other.mcp.list('acme')).toHaveLength(3);
    const accepted = { definition: offer.offered, by: 'ann', atMs: 2 };
    await other.mcp.put('acme', [
      { ...offer, accepted },
      { ...seen, label: 'top' },
    ]);
    await store.commit(someChange());
    await store.events.erase('acme', 'run_1', 2_000);
    const left = await store.mcp.list('acme');
    expect(left).toHaveLength(3);
    expect(left).toEqual(
      expect.arrayContaining([
        { ...offer, accepted },
        { ...seen, label: 'top' },
      ]),
    );
    expect(await store.mcp.list('globex')).toEqual([seen]);
    await store.mcp.remove('acme', [offer, { ...offer, server: 'none' }]);
    const kept = await other.mcp.list('acme');
    expect(kept).toHaveLength(2);
    expect(kept).not.toContainEqual(expect.objectContaining({ server: 'files' }));
    await store.mcp.remove('acme', kept);
    expect(await store.mcp.tenants()).toEqual(['globex']);
  });
}
