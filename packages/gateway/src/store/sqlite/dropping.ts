import { type Database, one, type Prepared } from './connection/database.ts';

interface Window {
  /** The first that is in it. */
  readonly from: number;
  /** The first after it. */
  readonly to: number;
  readonly beforeMs: number;
}

type Windowed = Window & Readonly<Record<string, number>>;
type OfRun = Readonly<Record<'run', number>>;
type Nothing = Readonly<Record<string, never>>;

/** The statements that take rows away. */
export interface Dropping {
  /** Working state of a run and its questions, all but the hashes. Within a change only. */
  readonly state: (run: number) => void;
  /** Hashes from one byte to the next whose runs have no state. */
  readonly hashes: Prepared<Readonly<Record<'from' | 'to', Uint8Array>>, unknown>;
  readonly payloadsOfRun: Prepared<OfRun, unknown>;
  readonly key: Prepared<OfRun, unknown>;
  readonly piecesOfRun: Prepared<OfRun, unknown>;
  /** Those of events before a time, and of changes that were never made. */
  readonly eventPiecesBefore: Prepared<{ readonly beforeMs: number }, unknown>;
  readonly lostPiecesBefore: Prepared<{ readonly beforeMs: number }, unknown>;
  readonly payloadsBefore: Prepared<Windowed, unknown>;
  readonly statesBefore: Prepared<Windowed, { readonly run: number }>;
  readonly newest: Prepared<Nothing, { readonly id: number }>;
  readonly oldest: Prepared<Nothing, { readonly pack: number }>;
}

export function dropping(database: Database): Dropping {
  const ofState = (['entries', 'questions', 'states'] as const).map((table) =>
    database.prepare<OfRun>()((query, slot) =>
      query.deleteFrom(table).where('run', '=', slot('run')),
    ),
  );
  const statePieces = database.prepare<OfRun>()((query, slot) =>
    query.deleteFrom('pieces').where('run', '=', slot('run')).where('holds', '=', 'state'),
  );
  return {
    state: (run) => {
      for (const statement of ofState) statement.run({ run });
      statePieces.run({ run });
    },
    ...droppingPieces(database),
    hashes: database.prepare<Readonly<Record<'from' | 'to', Uint8Array>>>()((query, slot) =>
      query
        .deleteFrom('hashes')
        .where('hash', '>=', slot('from'))
        .where('hash', '<', slot('to'))
        .where('run', 'not in', query.selectFrom('states').select('run')),
    ),
    ...droppingPayloads(database),
    key: database.prepare<OfRun>()((query, slot) =>
      query.updateTable('runs').set({ key: null }).where('id', '=', slot('run')),
    ),
    statesBefore: database.prepare<Windowed>()((query, slot) =>
      query
        .selectFrom('states')
        .select('run')
        .where('run', '>=', slot('from'))
        .where('run', '<', slot('to'))
        .where('changedMs', '<', slot('beforeMs')),
    ),
    newest: database.prepare<Nothing>()((query) =>
      query.selectFrom('runs').select('id').orderBy('id', 'desc').limit(one),
    ),
  };
}

function droppingPieces(
  database: Database,
): Pick<Dropping, 'piecesOfRun' | 'eventPiecesBefore' | 'lostPiecesBefore'> {
  const before = database.prepare<{ readonly beforeMs: number }>();
  return {
    piecesOfRun: database.prepare<OfRun>()((query, slot) =>
      query.deleteFrom('pieces').where('run', '=', slot('run')),
    ),
    eventPiecesBefore: before((query, slot) =>
      query.deleteFrom('pieces').where('holds', '=', 'events').where('atMs', '<', slot('beforeMs')),
    ),
    lostPiecesBefore: before((query, slot) =>
      query
        .deleteFrom('pieces')
        .where('holds', '=', 'state')
        .where('atMs', '<', slot('beforeMs'))
        .where('run', 'not in', query.selectFrom('states').select('run')),
    ),
  };
}

function droppingPayloads(
  database: Database,
): Pick<Dropping, 'payloadsOfRun' | 'payloadsBefore' | 'oldest'> {
  return {
    payloadsOfRun: database.prepare<OfRun>()((query, slot) =>
      query
        .deleteFrom('payloads')
        .where(
          'pack',
          'in',
          query.selectFrom('events').select('first').where('run', '=', slot('run')),
        ),
    ),
    payloadsBefore: database.prepare<Windowed>()((query, slot) =>
      query
        .deleteFrom('payloads')
        .where('pack', '>=', slot('from'))
        .where('pack', '<', slot('to'))
        .where(
          // The row that a pack belongs to is the first that does not end before it.
          (where) =>
            where
              .selectFrom('events')
              .select('atMs')
              .where('seq', '>=', where.ref('payloads.pack'))
              .orderBy('seq')
              .limit(one),
          '<',
          slot('beforeMs'),
        ),
    ),
    oldest: database.prepare<Nothing>()((query) =>
      query.selectFrom('payloads').select('pack').orderBy('pack').limit(one),
    ),
  };
}
