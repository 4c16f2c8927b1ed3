import type { Store } from '../store.ts';
import type { Context } from './context.ts';
import { durably } from './connection/writer.ts';

const name = 'clock-doubt';

/** The note stands among what the database says of itself. */
export function clockNote({ database, writer }: Context): Store['clock'] {
  const { query } = database;
  const found = query.selectFrom('meta').select('value').where('name', '=', name);
  return {
    noted: async () => {
      const [row] = database.all(found);
      return row && Buffer.from(row.value).toString('utf8');
    },
    note: async (text) =>
      await writer.write(() => {
        database.all(query.deleteFrom('meta').where('name', '=', name));
        if (text === undefined) return;
        database.all(query.insertInto('meta').values({ name, value: Buffer.from(text) }));
      }, durably),
  };
}
