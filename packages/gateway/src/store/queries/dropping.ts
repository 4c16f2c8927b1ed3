import { type Nothing, one, statement } from './statement.ts';

type Window = Readonly<{
  /** The first that is in it. */
  from: number;
  /** The first after it. */
  to: number;
  beforeMs: number;
}>;

type OfRun = Readonly<Record<'run', number>>;
type Before = Readonly<Record<'beforeMs', number>>;

/** Working state of a run and its questions: all but the hashes. */
export const dropState = [
  ...(['entries', 'questions', 'states'] as const).map((table) =>
    statement<OfRun>()((query, slot) => query.deleteFrom(table).where('run', '=', slot('run'))),
  ),
  statement<OfRun>()((query, slot) =>
    query.deleteFrom('pieces').where('run', '=', slot('run')).where('holds', '=', 'state'),
  ),
];

/** Hashes from one byte to the next whose runs have no state. */
export const dropHashes = statement<Readonly<Record<'from' | 'to', Uint8Array>>>()((query, slot) =>
  query
    .deleteFrom('hashes')
    .where('hash', '>=', slot('from'))
    .where('hash', '<', slot('to'))
    // To PostgreSQL, `not in` would be one look at all states for each window.
    .where((where) => {
      const state = where.selectFrom('states').select('run');
      return where.not(where.exists(state.whereRef('states.run', '=', 'hashes.run')));
    }),
);

/** The bounds of `dropHashes`, one byte's worth at a time. */
export function* hashWindows(): Generator<{ readonly from: Uint8Array; readonly to: Uint8Array }> {
  for (let byte = 0; byte < 256; byte++) {
    // No hash has more bytes than this bound.
    const to = byte === 255 ? new Uint8Array(32).fill(255) : Uint8Array.of(byte + 1);
    yield { from: Uint8Array.of(byte), to };
  }
}

export const dropKey = statement<OfRun>()((query, slot) =>
  query.updateTable('runs').set({ key: null }).where('id', '=', slot('run')),
);

export const dropPiecesOfRun = statement<OfRun>()((query, slot) =>
  query.deleteFrom('pieces').where('run', '=', slot('run')),
);

export const dropEventPiecesBefore = statement<Before>()((query, slot) =>
  query.deleteFrom('pieces').where('holds', '=', 'events').where('atMs', '<', slot('beforeMs')),
);

/** Those of changes that were never made. */
export const dropLostPiecesBefore = statement<Before>()((query, slot) =>
  query
    .deleteFrom('pieces')
    .where('holds', '=', 'state')
    .where('atMs', '<', slot('beforeMs'))
    .where('run', 'not in', query.selectFrom('states').select('run')),
);

export const statesBefore = statement<Window>()((query, slot) =>
  query
    .selectFrom('states')
    .select('run')
    .where('run', '>=', slot('from'))
    .where('run', '<', slot('to'))
    .where('changedMs', '<', slot('beforeMs')),
);

export const newestRun = statement<Nothing>()((query) =>
  query.selectFrom('runs').select('id').orderBy('id', 'desc').limit(one),
);

export const dropPayloadsOfRun = statement<OfRun>()((query, slot) =>
  query
    .deleteFrom('payloads')
    .where('pack', 'in', query.selectFrom('events').select('first').where('run', '=', slot('run'))),
);

export const dropPayloadsBefore = statement<Window>()((query, slot) =>
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
);

export const oldestPayload = statement<Nothing>()((query) =>
  query.selectFrom('payloads').select('pack').orderBy('pack').limit(one),
);
