import { StoreError, type StoreErrorCode } from '../../errors.ts';

type Meaning = readonly [StoreErrorCode, string, string];

const unreachable: Meaning = [
  'store-unreachable',
  'does not answer',
  'start the server, and check host and port: `psql` with the same address must connect',
];

/** Codes of PostgreSQL (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const meanings: Readonly<Record<string, Meaning>> = {
  '28000': [
    'store-unopenable',
    'refuses this role',
    'look at `pg_hba.conf`, and create the role: `createuser --pwprompt sluice`',
  ],
  '28P01': [
    'store-unopenable',
    'refuses the password',
    'set the environment variable PGPASSWORD to the role’s password',
  ],
  '3D000': ['store-unopenable', 'is not there', 'type: createdb --owner sluice sluice'],
  '42501': [
    'store-unopenable',
    'does not let this role make or use its tables',
    'make the role the owner of the database: `alter database sluice owner to sluice`',
  ],
  '25006': ['store-read-only', 'is a standby, or read-only', 'name the primary server'],
  '53100': ['store-full', 'cannot grow: the disk is full', 'free some space; nothing is lost'],
  '53300': ['store-unreachable', 'has no connection left', 'raise `max_connections`'],
  '55P03': ['store-locked', 'is locked by another session', 'end the other session, or wait'],
  '57014': ['store-locked', 'took too long for a statement', 'look at the load of the server'],
  '25P03': ['store-unreachable', 'ended an idle transaction', 'look at the load of the gateway'],
};

/** The same by the first two characters. */
const classes: Readonly<Record<string, Meaning>> = {
  '08': unreachable,
  '57': unreachable,
  '23': ['store-conflict', 'holds this already', 'load the run again: another change came first'],
  XX: ['store-corrupt', 'is damaged', 'stop the gateway and restore a backup'],
  '22': ['store-failed', 'cannot hold such a value', 'look at the cause of this error'],
};

/** An error of the driver or the server, as a `StoreError` that says what to do. */
export function asStoreError(cause: unknown, shown: string): unknown {
  if (!(cause instanceof Error) || cause instanceof StoreError) return cause;
  const [code, problem, hint] = meaningOf(cause) ?? [];
  if (code === undefined || problem === undefined || hint === undefined) return cause;
  return new StoreError(code, `the database \`${shown}\` ${problem}`, { hint, cause: bare(cause) });
}

function meaningOf(cause: Error): Meaning | undefined {
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  if ('severity' in cause) {
    const known = meanings[code] ?? classes[code.slice(0, 2)];
    return known ?? ['store-failed', `failed with ${code}`, 'look at the log of the server'];
  }
  const isOfTheWire =
    'syscall' in cause || /connect|Connection|timeout|queryable/.test(cause.message);
  return isOfTheWire ? unreachable : undefined;
}

/** Without what the server says of the row: it would quote stored values. */
function bare(cause: Error): Error {
  return new Error('code' in cause ? String(cause.code) : cause.message);
}

/** True if nobody knows what became of what was sent. */
export function isUnreachable(cause: unknown): boolean {
  return cause instanceof StoreError && cause.code === 'store-unreachable';
}

/** The error of every call after `close`. */
export function closed(): StoreError {
  return new StoreError('store-closed', 'the store was closed', {
    hint: 'start the gateway again',
  });
}
