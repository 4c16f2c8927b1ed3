import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import pg, { type PoolConfig } from 'pg';
import { storeLimits } from '../../limits.ts';
import type { Queries } from '../../queries/statement.ts';
import type { Address } from './address.ts';
import { asStoreError, closed } from './failure.ts';
import { Compiled, Session } from './session.ts';

/** Connections to one database: one to write, the others to read. */
export class Database {
  /** The address as it may be shown. */
  readonly shown: string;
  readonly writing: pg.Pool;
  readonly #reading: pg.Pool;
  readonly #compiled: Compiled;
  #isClosed = false;

  constructor({ shown, config }: Address) {
    this.shown = shown;
    this.writing = poolOf({ ...config, max: 1 });
    this.#reading = poolOf({ ...config, max: storeLimits.readingConnectionsMax });
    this.#compiled = new Compiled(compiler());
  }

  /** One connection, without a transaction. */
  async read<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return await this.#with(this.#reading, work);
  }

  /** All that is read is of one moment. */
  async snapshot<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return await this.#with(this.#reading, async (session) => {
      const begun = session.control('begin snapshot');
      const [result] = await Promise.all([work(session), begun]);
      await session.control('commit');
      return result;
    });
  }

  /** The connection that writes; one piece of work at a time. */
  async write<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return await this.#with(this.writing, work);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await Promise.all([this.writing.end(), this.#reading.end()]);
  }

  async #with<T>(pool: pg.Pool, work: (session: Session) => Promise<T>): Promise<T> {
    if (this.#isClosed) throw closed();
    const client = await pool.connect().catch((cause: unknown) => {
      throw this.#isClosed ? closed() : asStoreError(cause, this.shown);
    });
    try {
      const result = await work(new Session(client, this.#compiled, this.shown));
      client.release();
      return result;
    } catch (cause) {
      // Whatever was begun ends with the connection.
      client.release(true);
      throw cause;
    }
  }
}

function poolOf(config: PoolConfig): pg.Pool {
  const pool = new pg.Pool(config);
  // A connection that breaks while nobody uses it: the next who asks gets another.
  pool.on('error', () => {});
  // One that breaks while it is used says so to those who wait, and here: unheard, it would end us.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Writes queries; it runs none. */
function compiler(): Queries {
  return new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}
