import { sql } from 'kysely';
import { noLink, type Tip } from '../../chain.ts';
import { StoreError } from '../../errors.ts';
import { newestLink } from '../../queries/events.ts';
import type { Statement, Values } from '../../queries/statement.ts';
import type { OpenRun } from '../../sealed/seal.ts';
import type { Session } from './session.ts';

/** A run as far as a transaction has brought it. */
export interface Place {
  readonly run: OpenRun;
  /** How many entries it has, and the last one's id. */
  count: number;
  last: number | undefined;
}

/**
 * One transaction that writes. INVARIANT (one-end): it holds the row of the lease, so that nobody
 * else appends to the chain meanwhile; the epoch in it says that this gateway may.
 */
export class Transaction {
  readonly session: Session;
  readonly tip: Tip = { seq: 0, hash: noLink };
  /** The runs that it has found or made, by tenant and name. */
  readonly places = new Map<string, Promise<Place>>();
  readonly #sent: Promise<unknown>[] = [];

  constructor(session: Session) {
    this.session = session;
  }

  /** Throws `store-taken` where another gateway has the lease now. */
  async begin(epoch: number | undefined): Promise<void> {
    const { session } = this;
    const [, [lease], link] = await Promise.all([
      session.control('begin'),
      session.raw(sql<{ epoch: number }>`select epoch from lease for update`),
      session.first(newestLink, {}),
    ]);
    if (epoch !== undefined && lease?.epoch !== epoch) throw taken();
    Object.assign(this.tip, link);
  }

  /** Sends a change; it fails the transaction where it fails. */
  send<V extends Values>(statement: Statement<V, unknown>, values: V): void {
    const sent = this.session.run(statement, values);
    // It is looked at when the transaction ends.
    sent.catch(() => {});
    this.#sent.push(sent);
  }

  async commit(): Promise<void> {
    const committed = this.session.control('commit');
    const outcomes = await Promise.allSettled([...this.#sent, committed]);
    const failed = outcomes.find((each) => each.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    if ((await committed) !== 'COMMIT') throw new Error('the server rolled back');
  }
}

/** The error of whoever had the lease before. */
export function taken(): StoreError {
  return new StoreError('store-taken', 'another gateway has taken the database over', {
    hint: 'stop this gateway: the other one serves; start it again as its standby',
  });
}
