import { statement } from './statement.ts';
import type { PiecesTable } from './tables.ts';

export type Holds = PiecesTable['holds'];

type Inserted = Readonly<{ run: number; holds: Holds; atMs: number; body: Uint8Array }>;

export const insertPiece = statement<Inserted>()((query, slot) =>
  query
    .insertInto('pieces')
    .values({
      run: slot('run'),
      holds: slot('holds'),
      atMs: slot('atMs'),
      body: slot('body'),
    })
    .returning('id'),
);

export const findPiece = statement<{ id: number }>()((query, slot) =>
  query.selectFrom('pieces').select('body').where('id', '=', slot('id')),
);

export const dropPiece = statement<{ id: number }>()((query, slot) =>
  query.deleteFrom('pieces').where('id', '=', slot('id')),
);
