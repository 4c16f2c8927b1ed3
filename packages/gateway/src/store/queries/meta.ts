import { statement } from './statement.ts';

type Named = Readonly<{ name: string }>;
type Noted = Named & Readonly<{ value: Uint8Array }>;

/** Names of notes. */
export const [clockDoubt, keyProof, probe] = ['clock-doubt', 'master-key', 'probe'] as const;

/** Notes of a database about itself. */
export const findNote = statement<Named>()((query, slot) =>
  query.selectFrom('meta').select('value').where('name', '=', slot('name')),
);

export const putNote = statement<Noted>()((query, slot) =>
  query
    .insertInto('meta')
    .values({ name: slot('name'), value: slot('value') })
    .onConflict((on) => on.column('name').doUpdateSet({ value: slot('value') })),
);

/** The first one stays. */
export const addNote = statement<Noted>()((query, slot) =>
  query
    .insertInto('meta')
    .values({ name: slot('name'), value: slot('value') })
    .onConflict((on) => on.doNothing()),
);

export const dropNote = statement<Named>()((query, slot) =>
  query.deleteFrom('meta').where('name', '=', slot('name')),
);
