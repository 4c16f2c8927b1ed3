import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../../test/temporary-store.ts';
import { connect } from './connect.ts';
import { logOnDisk } from './disk.ts';
import { type Durability, Writer } from './writer.ts';

interface Opened {
  readonly writer: Writer;
  /** How many changes each transaction committed. */
  readonly committed: readonly number[];
  readonly insert: (name: string) => void;
  readonly names: () => readonly unknown[];
  /** Ends the transaction, as SQLite does by itself on some faults of the disk, and throws. */
  readonly lose: () => never;
}

async function opened(durability: Durability): Promise<Opened> {
  const database = await connect(path.join(temporaryFolder(), 'sluice.db'));
  const committed: number[] = [];
  const readTip = (): { seq: number; hash: string } => ({ seq: 0, hash: '' });
  const onCommitted = (changes: number): number => committed.push(changes);
  const disk = logOnDisk(database.file);
  const writer = new Writer(database, { readTip, durability, disk, onCommitted });
  onTestFinished(async () => {
    await writer.close();
    database.raw.close();
  });
  const { raw } = database;
  return {
    writer,
    committed,
    insert: (name) => raw.prepare("insert into meta values (?, x'00')").run(name),
    lose: () => {
      raw.exec('rollback');
      throw new Error('on purpose');
    },
    names: () =>
      raw
        .prepare('select name from meta order by name')
        .all()
        .map(({ name }) => name),
  };
}

describe.each(['normal', 'full'] as const)('for %s', (durability) => {
  test('changes of one turn are one transaction', async () => {
    const { writer, committed, insert, names } = await opened(durability);
    const list = ['a', 'b', 'c'];
    await Promise.all(list.map(async (name) => await writer.write(() => insert(name))));
    expect(names()).toEqual(list);
    expect(committed).toEqual([3]);
  });

  test('a change that fails is undone alone', async () => {
    const { writer, committed, insert, names } = await opened(durability);
    const outcomes = await Promise.allSettled([
      writer.write(() => insert('a')),
      writer.write((tip) => {
        insert('b');
        tip.seq = 99;
        throw new Error('on purpose');
      }),
      writer.write((tip) => {
        insert('c');
        return tip.seq;
      }),
    ]);
    expect(outcomes).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { message: 'on purpose' } },
      { status: 'fulfilled', value: 0 },
    ]);
    expect(names()).toEqual(['a', 'c']);
    expect(committed).toEqual([1, 1]);
  });

  test('what comes after a transaction is the next one', async () => {
    const { writer, committed, insert, names } = await opened(durability);
    const list = ['a', 'b', 'c', 'd'];
    const first = writer.write(() => insert('0'));
    await first;
    await Promise.all(list.map(async (name) => await writer.write(() => insert(name))));
    expect(names()).toEqual(['0', ...list]);
    expect(committed).toEqual([1, 4]);
  });

  test('where the transaction is lost, each change has its own', async () => {
    const { writer, committed, insert, names, lose } = await opened(durability);
    const outcomes = await Promise.allSettled([
      writer.write(() => insert('a')),
      writer.write(() => lose()),
      writer.write(() => insert('b')),
    ]);
    expect(outcomes).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { message: 'on purpose' } },
      { status: 'fulfilled' },
    ]);
    expect(names()).toEqual(['a', 'b']);
    expect(committed).toEqual([1, 1]);
  });

  test('after it is closed it takes no change', async () => {
    const { writer, insert, names } = await opened(durability);
    const last = writer.write(() => insert('a'));
    await writer.close();
    await last;
    await expect(writer.write(() => insert('b'))).rejects.toMatchObject({ code: 'store-closed' });
    expect(names()).toEqual(['a']);
  });
});
