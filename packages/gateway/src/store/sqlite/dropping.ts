import * as queries from '../queries/dropping.ts';
import type { Database } from './connection/database.ts';

/** The statements that take rows away. */
export function dropping(database: Database) {
  const ofState = queries.dropState.map((each) => database.prepare(each));
  return {
    /** Working state of a run and its questions, all but the hashes. Within a change only. */
    state: (run: number): void => {
      for (const statement of ofState) statement.run({ run });
    },
    hashes: database.prepare(queries.dropHashes),
    payloadsOfRun: database.prepare(queries.dropPayloadsOfRun),
    key: database.prepare(queries.dropKey),
    piecesOfRun: database.prepare(queries.dropPiecesOfRun),
    eventPiecesBefore: database.prepare(queries.dropEventPiecesBefore),
    lostPiecesBefore: database.prepare(queries.dropLostPiecesBefore),
    payloadsBefore: database.prepare(queries.dropPayloadsBefore),
    statesBefore: database.prepare(queries.statesBefore),
    newest: database.prepare(queries.newestRun),
    oldest: database.prepare(queries.oldestPayload),
  };
}
