import { sha256 } from '../mcp/sha256.ts';
import { skeleton } from '../settings/skeleton.ts';
import type { OfferRecord } from '../store/mcp-store.ts';
import { conflict } from './errors.ts';
import type { Operator, OperatorParts } from './operators.ts';

/** An offer of one tenant's servers, with what can be taken for it. */
export interface ShownOffer {
  readonly tenant: string;
  readonly record: OfferRecord;
  /** Names that look the same, of the same kind, with the server that offers each. */
  readonly looksLike: readonly { readonly server: string; readonly name: string }[];
}

/** All that an operator may see of a tenant's offers, in order, and the number of the others. */
export async function offersFor(
  { mcp }: OperatorParts,
  operator: Operator,
  tenant: string,
): Promise<{ readonly offers: readonly ShownOffer[]; readonly hidden: number }> {
  const all = await mcp.offers.list(tenant);
  const seen = all.filter((record) => isSeen(operator, tenant, record));
  const alike = new Map<string, OfferRecord[]>();
  for (const record of seen)
    alike.set(lookOf(record), [...(alike.get(lookOf(record)) ?? []), record]);
  const offers = seen.toSorted(byName).map((record) => ({
    tenant,
    record,
    looksLike: (alike.get(lookOf(record)) ?? [])
      .filter(({ server, name }) => server !== record.server || name !== record.name)
      .map(({ server, name }) => ({ server, name })),
  }));
  return { offers, hidden: all.length - seen.length };
}

/** A server's descriptions of its offers have a label, as its results have. */
export function isSeen(
  operator: Operator,
  tenant: string,
  { label, accepted }: OfferRecord,
): boolean {
  const labels = [label, ...(accepted === undefined ? [] : [accepted.label ?? label])];
  return labels.every((each) => operator.sees(tenant, each ?? 'top'));
}

/** By Unicode's table (UTS 39). Every server says who it is: that is no name. */
function lookOf({ kind, server, name }: OfferRecord): string {
  if (kind === 'server') return JSON.stringify([kind, server]);
  return JSON.stringify([kind, skeleton(skeleton(name.normalize('NFKC'))).toLowerCase()]);
}

function byName(a: OfferRecord, b: OfferRecord): number {
  const [one, other] = [a, b].map(({ server, kind, name }) => `${server}\n${kind}\n${name}`);
  return (one ?? '') < (other ?? '') ? -1 : 1;
}

/** So many after one, by the id that the page before ended with. */
export function pageOf(
  offers: readonly ShownOffer[],
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): { readonly page: readonly ShownOffer[]; readonly next: string | null } {
  const at = after === undefined ? -1 : offers.findIndex((each) => idOf(each) === after);
  if (after !== undefined && at === -1) {
    throw conflict('page_gone', 'the list has changed', 'read it from its beginning');
  }
  const page = offers.slice(at + 1, at + 1 + limit);
  const last = page.at(-1);
  const isEnd = last === undefined || at + 1 + limit >= offers.length;
  return { page, next: isEnd ? null : idOf(last) };
}

function idOf({ tenant, record: { server, kind, name } }: ShownOffer): string {
  return sha256(JSON.stringify([tenant, server, kind, name]));
}
