import type { Migration } from 'kysely/migration';
import { first } from './0001-first.ts';
import { changes } from './0002-changes.ts';
import { questions } from './0003-questions.ts';
import { pieces } from './0004-pieces.ts';
import { files } from './0005-files.ts';
import { mcp } from './0006-mcp.ts';

/** All migrations by name, in the order of their names. One that was released never changes. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-first': first,
  '0002-changes': changes,
  '0003-questions': questions,
  '0004-pieces': pieces,
  '0005-files': files,
  '0006-mcp': mcp,
};
