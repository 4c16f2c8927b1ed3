import { noLink } from '../chain.ts';
import { committing } from '../pieces.ts';
import { newestLink } from '../queries/events.ts';
import { addNote, findNote, keyProof, probe, putNote } from '../queries/meta.ts';
import { newestKnowing, runsKnowing } from '../queries/runs.ts';
import { KeyRing } from '../sealed/key-ring.ts';
import { masterKey, type MasterKeySource } from '../sealed/master-key.ts';
import type { RecordMode, Store } from '../store.ts';
import { unsupportedQuestions, verifyChain } from './audit.ts';
import type { Database } from './connection/database.ts';
import { Writer } from './connection/writer.ts';
import type { Context } from './context.ts';
import { eraser } from './erase.ts';
import { plainParts } from './plain-parts.ts';
import { questionStore } from './questions.ts';
import { append, listEvents, obtain } from './rows.ts';
import { changeOf, loadRun, staging } from './state.ts';

export interface PostgresStoreOptions {
  /** The same for every gateway of the database. */
  readonly masterKey: MasterKeySource;
  /** The lease under which it writes; `undefined`: none. */
  readonly epoch: number | undefined;
  readonly recordOf: (tenant: string) => RecordMode;
}

/**
 * A store in a database that is open and up to date; closing the one closes the other. Throws
 * `master-key-wrong` where it was written under another key.
 */
export async function openPostgresStore(
  database: Database,
  { masterKey: source, epoch, recordOf }: PostgresStoreOptions,
): Promise<Store> {
  const keys = await provenKeys(database, source);
  return storeOver({ database, keys, writer: new Writer(database, epoch), recordOf });
}

/** A new database is given a proof of its key; the key of any other must pass its proof. */
async function provenKeys(database: Database, source: MasterKeySource): Promise<KeyRing> {
  return await database.write(async (session) => {
    const isNew = (await session.first(findNote, { name: keyProof })) === undefined;
    const keys = new KeyRing(masterKey(source, { isNew }));
    await session.run(addNote, { name: keyProof, value: keys.proof() });
    // Where two processes start at once, this is the proof of the first.
    const proof = await session.first(findNote, { name: keyProof });
    if (proof !== undefined) keys.check(proof.value);
    return keys;
  });
}

function storeOver(context: Context): Store {
  const { database, keys, writer } = context;
  const made = async (change: Parameters<typeof changeOf>[1]): Promise<void> =>
    await writer.writeTogether(changeOf(context, change));
  const knowing =
    (which: typeof runsKnowing) =>
    async (tenant: string, hash: string): Promise<readonly string[]> =>
      await database.read(async (session) => {
        const found = await session.all(which, { tenant, hash: keys.blind(tenant, hash) });
        return found.map(({ run }) => run);
      });
  return {
    commit: committing(made, staging(context)),
    loadRun: async (tenant, run) =>
      await database.snapshot(async (session) => await loadRun(session, context, { tenant, run })),
    runsKnowing: knowing(runsKnowing),
    newestKnowing: knowing(newestKnowing),
    questions: questionStore(context),
    events: eventLog(context),
    ...plainParts(context),
    requireWritable: writability(context),
    close: async () => {
      await writer.close();
      await database.close();
    },
  };
}

function eventLog(context: Context): Store['events'] {
  const { database, keys, writer } = context;
  return {
    list: async (filter) =>
      await database.snapshot(async (session) => await listEvents(session, keys, filter)),
    head: async () =>
      (await database.read(async (session) => await session.first(newestLink, {}))) ?? {
        seq: 0,
        hash: noLink,
      },
    verify: async (anchor) => await verifyChain(context, anchor),
    unsupported: async () => await unsupportedQuestions(context),
    append: async ({ tenant, atMs, ...event }) =>
      await writer.writeTogether({
        read: async (transaction) => await obtain(transaction, keys, { tenant, run: '' }),
        make: async (transaction) => {
          const { run } = await obtain(transaction, keys, { tenant, run: '' });
          append(transaction, { run, atMs, events: [event] }, context);
        },
      }),
    ...eraser(context),
  };
}

/** Rejects while nothing can be written; those who ask at once share one attempt. */
function writability({ writer }: Context): Store['requireWritable'] {
  const attempt = async (): Promise<void> =>
    await writer.write(async (transaction) => {
      transaction.send(putNote, { name: probe, value: Uint8Array.of(1) });
    });
  let trying: Promise<void> | undefined;
  return async () => {
    if (writer.fault === undefined) return;
    trying ??= attempt().finally(() => (trying = undefined));
    await trying;
  };
}
