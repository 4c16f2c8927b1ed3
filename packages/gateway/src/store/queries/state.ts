import { one, statement } from './statement.ts';

type OfRun = Readonly<{ run: number }>;

/** How many entries a run has, and the last one's id. */
export const placeOf = statement<OfRun>()((query, slot) =>
  query
    .selectFrom('states')
    .select('count')
    .select((each) =>
      each
        .selectFrom('entries')
        .select('id')
        .whereRef('entries.run', '=', 'states.run')
        .orderBy('id', 'desc')
        .limit(one)
        .as('last'),
    )
    .where('run', '=', slot('run')),
);

export const headOf = statement<OfRun>()((query, slot) =>
  query.selectFrom('states').select(['count', 'head']).where('run', '=', slot('run')),
);

export const entriesOf = statement<OfRun>()((query, slot) =>
  query
    .selectFrom('entries')
    .select(['id', 'body'])
    .where('run', '=', slot('run'))
    .where('body', 'is not', null)
    .$narrowType<{ body: Uint8Array }>(),
);

export const upsertState = statement<
  OfRun & Readonly<{ changedMs: number; count: number; head: Uint8Array }>
>()((query, slot) => {
  const changed = { changedMs: slot('changedMs'), count: slot('count'), head: slot('head') };
  return query
    .insertInto('states')
    .values({ run: slot('run'), ...changed })
    .onConflict((on) => on.column('run').doUpdateSet(changed));
});

export const insertEntries = statement<OfRun & Readonly<{ id: number; body: Uint8Array }>>()(
  (query, slot) =>
    query.insertInto('entries').values({ run: slot('run'), id: slot('id'), body: slot('body') }),
);
