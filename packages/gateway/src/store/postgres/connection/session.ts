import type { Compilable, RawBuilder } from 'kysely';
import type { PoolClient, QueryResult, QueryResultRow } from 'pg';
import { type Queries, slot, Slot, type Statement, type Values } from '../../queries/statement.ts';
import { asStoreError } from './failure.ts';

/** The statements that have been compiled, by what they were made of. */
export class Compiled {
  readonly query: Queries;
  readonly #known = new Map<
    unknown,
    { name: string; text: string; parameters: readonly unknown[] }
  >();

  constructor(query: Queries) {
    this.query = query;
  }

  /** For the driver: the server parses each once a connection. */
  bound<V extends Values>(statement: Statement<V, unknown>, values: V) {
    let found = this.#known.get(statement);
    if (found === undefined) {
      const { sql: text, parameters } = statement.build(this.query, slot).compile();
      found = { name: `s${this.#known.size}`, text, parameters };
      this.#known.set(statement, found);
    }
    const { name, text, parameters } = found;
    const bind = (given: unknown): unknown => (given instanceof Slot ? values[given.name] : given);
    return { name, text, values: parameters.map(bind) };
  }
}

/**
 * One connection. What is asked goes out at once, and is answered in order: whoever has several
 * questions asks them all before waiting.
 */
export class Session {
  readonly #client: PoolClient;
  readonly #compiled: Compiled;
  readonly #shown: string;

  constructor(client: PoolClient, compiled: Compiled, shown: string) {
    this.#client = client;
    this.#compiled = compiled;
    this.#shown = shown;
  }

  async all<V extends Values, Row>(
    statement: Statement<V, Row>,
    values: V,
  ): Promise<readonly Row[]> {
    const query = this.#compiled.bound(statement, values);
    return (await this.#ask<Row & QueryResultRow>(query)).rows;
  }

  async first<V extends Values, Row>(
    statement: Statement<V, Row>,
    values: V,
  ): Promise<Row | undefined> {
    return (await this.all(statement, values)).at(0);
  }

  /** Runs a change; how many rows it changed. */
  async run<V extends Values>(statement: Statement<V, unknown>, values: V): Promise<number> {
    return (await this.#ask(this.#compiled.bound(statement, values))).rowCount ?? 0;
  }

  /** Runs a query whose form depends on its values. */
  async rows<Row>(build: (query: Queries) => Compilable<Row>): Promise<readonly Row[]> {
    const { sql: text, parameters } = build(this.#compiled.query).compile();
    return (await this.#ask<Row & QueryResultRow>({ text, values: [...parameters] })).rows;
  }

  /** Runs a text of our own. */
  async raw<Row>(text: RawBuilder<Row>): Promise<readonly Row[]> {
    const { sql, parameters } = text.compile(this.#compiled.query);
    return (await this.#ask<Row & QueryResultRow>({ text: sql, values: [...parameters] })).rows;
  }

  /** Begins or ends a transaction; the server's word for what it did. */
  async control(text: 'begin' | 'commit' | 'begin snapshot'): Promise<string> {
    return (await this.#ask({ text: controls[text] })).command;
  }

  async #ask<Row extends QueryResultRow>(query: {
    readonly name?: string;
    readonly text: string;
    readonly values?: unknown[];
  }): Promise<QueryResult<Row>> {
    try {
      return await this.#client.query<Row>(query);
    } catch (cause) {
      throw asStoreError(cause, this.#shown);
    }
  }
}

const controls = {
  begin: 'begin isolation level read committed read write',
  'begin snapshot': 'begin isolation level repeatable read read only',
  commit: 'commit',
} as const;
