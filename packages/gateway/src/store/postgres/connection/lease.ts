import { setTimeout as pause } from 'node:timers/promises';
import { SluiceError } from '@sluice/core';
import { sql } from 'kysely';
import { storeLimits } from '../../limits.ts';
import type { Database } from './database.ts';
import type { Session } from './session.ts';
import { taken } from './transaction.ts';

/** The right to write to a database, until another takes it. */
export interface Lease {
  /** Checked in every write: a gateway that was taken over writes nothing more. */
  readonly epoch: number;
  /** Renews it; a timer does so all the time. */
  readonly renew: () => Promise<void>;
  /** Throws where the last renewal failed: the server is away, or another gateway took over. */
  readonly requireHeld: () => void;
  /** Gives it back, so that the next need not wait. */
  readonly release: () => Promise<void>;
}

/** A gateway that waits for a lease that another has. */
interface Standby {
  /** `undefined`: nobody waits. */
  readonly until: AbortSignal | undefined;
  readonly onHeld: () => void;
}

/**
 * Claims a database for this gateway, by the database's clock. A second gateway would go on with
 * labels of runs that the first has raised, and let a key in that the first has revoked: each keeps
 * these in memory. Throws `settings-invalid` where another has it and nobody waits.
 */
export async function claimLease(database: Database, standby: Standby): Promise<Lease> {
  const epoch = (await database.write(claim)) ?? (await claimLater(database, standby));
  let problem: unknown;
  const renewNow = async (): Promise<void> => {
    try {
      const isHeld = await database.read(async (session) => await renew(session, epoch));
      problem = isHeld ? undefined : taken();
    } catch (cause) {
      problem = cause;
    }
  };
  const renewing = setInterval(() => void renewNow(), storeLimits.leaseRenewalMs);
  renewing.unref();
  return {
    epoch,
    renew: renewNow,
    requireHeld: () => {
      if (problem instanceof Error) throw problem;
    },
    release: async () => {
      clearInterval(renewing);
      await database.write(async (session) => await giveBack(session, epoch)).catch(() => {});
    },
  };
}

async function claimLater(database: Database, { until, onHeld }: Standby): Promise<number> {
  if (until === undefined) throw held(database.shown);
  onHeld();
  for (;;) {
    await pause(storeLimits.standbyMs, undefined, { signal: until });
    // While the server is away, too, it waits.
    const epoch = await database.write(claim).catch(() => undefined);
    if (epoch !== undefined) return epoch;
  }
}

const seconds = storeLimits.leaseMsMax / 1_000;

async function claim(session: Session): Promise<number | undefined> {
  const [row] = await session.raw(sql<{ epoch: number }>`
    update lease
    set epoch = epoch + 1, until = clock_timestamp() + make_interval(secs => ${seconds})
    where until < clock_timestamp()
    returning epoch`);
  return row?.epoch;
}

/** False where it is another's. */
async function renew(session: Session, epoch: number): Promise<boolean> {
  const rows = await session.raw(sql`
    update lease set until = clock_timestamp() + make_interval(secs => ${seconds})
    where epoch = ${epoch}
    returning epoch`);
  return rows.length === 1;
}

async function giveBack(session: Session, epoch: number): Promise<void> {
  await session.raw(sql`update lease set until = '-infinity' where epoch = ${epoch}`);
}

function held(shown: string): SluiceError {
  return new SluiceError(
    'settings-invalid',
    `another gateway runs with the database \`${shown}\``,
    {
      hint:
        `use it or stop it; after one that was killed, wait ${seconds} seconds, or start this one ` +
        'with `--standby`',
    },
  );
}
