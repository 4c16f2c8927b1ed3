import { type Compilable, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** Writes queries of the store's tables, in the dialect of one database. */
export type Queries = Kysely<Tables>;

/** The values of a statement, by name. */
export type Values = Readonly<Record<string, string | number | bigint | null | Uint8Array>>;

/** Stands for a value of a statement while Kysely compiles it. */
export class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

type SlotOf<V extends Values> = <Name extends keyof V & string>(name: Name) => RawBuilder<V[Name]>;

/**
 * A statement that each database compiles once, with values given by name each time it runs. `V`
 * names its values; the rows' type is the query's.
 */
export interface Statement<V extends Values, Row> {
  readonly build: (query: Queries, slot: SlotOf<V>) => Compilable<Row>;
}

export function statement<V extends Values>(): <Row>(
  build: Statement<V, Row>['build'],
) => Statement<V, Row> {
  return (build) => ({ build });
}

export function slot<T>(name: string): RawBuilder<T> {
  return sql<T>`${new Slot(name)}`;
}

/** For a statement without values. */
export type Nothing = Readonly<Record<string, never>>;

/**
 * For `limit` in a statement that runs often: where it stands as a value, SQLite compiles the
 * statement anew each time that one is bound.
 */
export const one: RawBuilder<number> = sql.lit(1);
