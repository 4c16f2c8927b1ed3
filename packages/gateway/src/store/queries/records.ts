import { type Nothing, statement } from './statement.ts';

type OfTenant = Readonly<{ tenant: string }>;
type Named = OfTenant & Readonly<{ name: Uint8Array }>;

/** The statements of a table of a tenant's sealed records, each under a blinded name. */
function recordsIn(table: 'files' | 'mcp') {
  return {
    ofTenant: statement<OfTenant>()((query, slot) =>
      query.selectFrom(table).selectAll().where('tenant', '=', slot('tenant')),
    ),
    tenants: statement<Nothing>()((query) =>
      query.selectFrom(table).select('tenant').distinct().orderBy('tenant'),
    ),
    put: statement<Named & Readonly<{ body: Uint8Array }>>()((query, slot) =>
      query
        .insertInto(table)
        .values({ tenant: slot('tenant'), name: slot('name'), body: slot('body') })
        .onConflict((on) => on.columns(['tenant', 'name']).doUpdateSet({ body: slot('body') })),
    ),
    remove: statement<Named>()((query, slot) =>
      query.deleteFrom(table).where('tenant', '=', slot('tenant')).where('name', '=', slot('name')),
    ),
  };
}

export const fileRecords: ReturnType<typeof recordsIn> = recordsIn('files');
export const mcpRecords: ReturnType<typeof recordsIn> = recordsIn('mcp');
