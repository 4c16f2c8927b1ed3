import type { Migration } from 'kysely/migration';
import { first } from './0001-first.ts';

/** All migrations by name, in the order of their names. One that was released never changes. */
export const migrations: Readonly<Record<string, Migration>> = { '0001-first': first };
