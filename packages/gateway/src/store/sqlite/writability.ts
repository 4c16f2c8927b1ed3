import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { storeLimits } from '../limits.ts';
import type { Database } from './database.ts';
import { durably, type Writer } from './writer.ts';

/**
 * Gives what rejects while nothing can be written. A write that failed is not tried again by each
 * who asks: those who ask at once share one attempt, and where the disk was full, none is made
 * before there is room for what requests store.
 */
export function writability(
  database: Database,
  writer: Pick<Writer, 'fault' | 'write'>,
): () => Promise<void> {
  const probe = database.prepare<{ name: string; value: Uint8Array }>()((query, slot) =>
    query
      .insertInto('meta')
      .values({ name: slot('name'), value: slot('value') })
      .onConflict((on) => on.column('name').doUpdateSet({ value: slot('value') })),
  );
  const attempt = async (): Promise<void> => {
    const { fault } = writer;
    if (fault?.code === 'store-full' && !(await hasRoom(database.file))) throw fault;
    await writer.write(() => probe.run({ name: 'probe', value: Uint8Array.of(1) }), durably);
  };
  let trying: Promise<void> | undefined;
  return async () => {
    if (writer.fault === undefined) return;
    trying ??= attempt().finally(() => (trying = undefined));
    await trying;
  };
}

async function hasRoom(file: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(path.dirname(file));
  return bavail * bsize >= storeLimits.roomBytesMin;
}
