import { clockDoubt, dropNote, findNote, putNote } from '../queries/meta.ts';
import type { Store } from '../store.ts';
import type { Context } from './context.ts';
import { durably } from './connection/writer.ts';

const name = clockDoubt;

/** The note stands among what the database says of itself. */
export function clockNote({ database, writer }: Context): Store['clock'] {
  const find = database.prepare(findNote);
  const put = database.prepare(putNote);
  const drop = database.prepare(dropNote);
  return {
    noted: async () => {
      const row = find.first({ name });
      return row && Buffer.from(row.value).toString('utf8');
    },
    note: async (text) =>
      await writer.write(() => {
        if (text === undefined) drop.run({ name });
        else put.run({ name, value: Buffer.from(text) });
      }, durably),
  };
}
