import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Compilable,
  Kysely,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteStatement,
} from 'kysely';
import { storeLimits } from '../../limits.ts';
import { asStoreError, isBusy } from './failure.ts';
import { type Queries, slot, Slot, type Statement, type Values } from '../../queries/statement.ts';

/** A statement that is compiled once, with values given by name each time it runs. */
export interface Prepared<V extends Values, Row> {
  readonly all: (values: V) => readonly Row[];
  readonly first: (values: V) => Row | undefined;
  /** Runs a change; how many rows it changed. */
  readonly run: (values: V) => number;
}

/**
 * One connection. Queries are written with Kysely and run here, at once and without a promise:
 * a transaction of SQLite is done before anything else gets a turn.
 */
export class Database {
  readonly file: string;
  readonly raw: DatabaseSync;
  /** Writes queries; what it would run asynchronously, only migrations run. */
  readonly query: Queries;
  readonly #statements = new Map<string, StatementSync>();

  constructor(file: string, raw: DatabaseSync) {
    this.file = file;
    this.raw = raw;
    this.query = new Kysely({ dialect: new SqliteDialect({ database: asKyselys(raw) }) });
  }

  /** Compiles a statement once. */
  prepare<V extends Values, Row>({ build }: Statement<V, Row>): Prepared<V, Row> {
    return this.#prepared(build(this.query, slot));
  }

  /** Runs a query whose form depends on its values. */
  all<Row>(query: Compilable<Row>): readonly Row[] {
    return this.#prepared<Values, Row>(query).all({});
  }

  #prepared<V extends Values, Row>(query: Compilable<Row>): Prepared<V, Row> {
    const { sql: text, parameters } = query.compile();
    const statement = this.#statement(text);
    const bind = (values: Values): SQLInputValue[] =>
      parameters.map((given) => input(given instanceof Slot ? values[given.name] : given));
    // INVARIANT (typed rows): tables are strict and Kysely knows their columns, so that a row has
    // the type that the query says.
    // oxlint-disable typescript/no-unsafe-type-assertion -- see the invariant
    return {
      all: (values) => this.guarded(() => statement.all(...bind(values)) as Row[]),
      first: (values) => this.guarded(() => statement.get(...bind(values)) as Row | undefined),
      run: (values) => this.guarded(() => Number(statement.run(...bind(values)).changes)),
    };
    // oxlint-enable typescript/no-unsafe-type-assertion
  }

  #statement(text: string): StatementSync {
    const known = this.#statements.get(text);
    if (known !== undefined) return known;
    const made = this.guarded(() => this.raw.prepare(text));
    this.#statements.set(text, made);
    return made;
  }

  /** Runs with SQLite's errors turned into ours. */
  guarded<T>(work: () => T): T {
    try {
      return work();
    } catch (cause) {
      throw asStoreError(cause, this.file);
    }
  }
}

/** Node's SQLite with the face that Kysely's dialect expects. */
function asKyselys(raw: DatabaseSync): SqliteDatabase {
  return {
    close: () => raw.close(),
    prepare: (text) => asKyselysStatement(raw.prepare(text)),
  };
}

function asKyselysStatement(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (values) => statement.all(...inputs(values)),
    run: (values) => statement.run(...inputs(values)),
    iterate: (values) => statement.iterate(...inputs(values)),
  };
}

function inputs(values: readonly unknown[]): SQLInputValue[] {
  return values.map(input);
}

/** Narrows a value to the types of SQLite; Kysely knows the columns but not that they are ours. */
function input(value: unknown): SQLInputValue {
  if (value === null || value instanceof Uint8Array) return value;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') {
    return value;
  }
  throw new TypeError('SQLite holds no such value');
}

/**
 * Acts once no other connection holds the lock that it needs, and leaves the event loop to its
 * other work meanwhile. Throws `store-locked` where that takes longer than `waitMs`.
 */
export async function whenFree<T>(waitMs: number, act: () => T): Promise<T> {
  const attempts = waitMs / storeLimits.lockPauseMs;
  for (let attempt = 1; ; attempt++) {
    try {
      return act();
    } catch (cause) {
      if (!isBusy(cause) || attempt > attempts) throw cause;
      await pause(storeLimits.lockPauseMs);
    }
  }
}
