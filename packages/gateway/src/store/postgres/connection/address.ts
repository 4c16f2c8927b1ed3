import pg, { type ClientConfig } from 'pg';
import { parse, toClientConfig } from 'pg-connection-string';
import { storeLimits } from '../../limits.ts';

/** Where a database is, and how one connects to it. */
export interface Address {
  /** Without what is secret. */
  readonly shown: string;
  readonly config: ClientConfig & { readonly pipeline: boolean };
}

/** `text`: as the settings have it. The password comes from the environment, as for `psql`. */
export function readAddress(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): Address {
  const options = parse(text);
  const { host, port, database } = options;
  const place = host?.startsWith('/') === true ? '' : `${host ?? ''}${port ? `:${port}` : ''}`;
  const password = env['PGPASSWORD'];
  return {
    shown: `postgres://${place}/${database ?? ''}`,
    config: {
      ...toClientConfig(options),
      ...(password === undefined ? {} : { password }),
      application_name: 'sluice',
      pipeline: true,
      keepAlive: true,
      connectionTimeoutMillis: storeLimits.connectMsMax,
      statement_timeout: storeLimits.statementMsMax,
      lock_timeout: storeLimits.rowLockMsMax,
      idle_in_transaction_session_timeout: storeLimits.idleTransactionMsMax,
      query_timeout: storeLimits.answerMsMax,
      types,
    },
  };
}

/** Whole numbers of 64 bits as numbers: none of ours grows past the safe ones. */
const types = new pg.TypeOverrides(pg.types);
types.setTypeParser(pg.types.builtins.INT8, Number);
