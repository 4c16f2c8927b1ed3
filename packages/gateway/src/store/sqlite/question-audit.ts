import { setImmediate as turn } from 'node:timers/promises';
import { storeLimits } from '../limits.ts';
import { type QuestionRow, questionSlice } from '../queries/questions.ts';
import { isSupported, stateIn } from '../questions.ts';
import type { Question, StoredEvent } from '../store.ts';
import { listEvents } from './audit.ts';
import type { Database } from './connection/database.ts';
import type { QuestionRows } from './rows/question-rows.ts';
import type { RunRows } from './rows/run-rows.ts';

export interface Unsupported {
  readonly id: string;
  readonly tenant: string;
}

/**
 * Questions whose state is not the one that the events of the chain say they came to, or whose
 * row was changed: the record does not tell how they got there. A slice at a time.
 */
export async function unsupportedQuestions(
  database: Database,
  parts: { readonly runs: RunRows; readonly rows: QuestionRows },
): Promise<readonly Unsupported[]> {
  const found: Unsupported[] = [];
  for (let after = ''; ;) {
    // INVARIANT (one-moment): rows and events of a slice are read without a turn in between.
    const slice = database.all(questionSlice(database.query, after));
    for (const row of slice) {
      if (!isBorneOut(database, row, parts)) found.push({ id: row.id, tenant: row.tenant });
    }
    const last = slice.at(-1);
    if (last === undefined) return found;
    after = last.id;
    await turn();
  }
}

function isBorneOut(
  database: Database,
  row: QuestionRow,
  { runs, rows }: { readonly runs: RunRows; readonly rows: QuestionRows },
): boolean {
  try {
    rows.read(row);
    const events = eventsOf(database, runs, { ...row, run: row.runName });
    return isSupported({ state: row.state, hasProof: row.proof !== null }, events);
  } catch {
    return false;
  }
}

/** True if the chain says of a question what its row says: a row can be put back, a link cannot. */
export function isInChain(database: Database, runs: RunRows, question: Question): boolean {
  return stateIn(eventsOf(database, runs, question)) === question.state;
}

/** All events about the question, in its own run. */
function eventsOf(
  database: Database,
  runs: RunRows,
  { id: subject, tenant, run }: Pick<Question, 'id' | 'tenant' | 'run'>,
): readonly StoredEvent[] {
  const limit = storeLimits.rowsPerSliceMax;
  const found: StoredEvent[] = [];
  for (let after = 0; ;) {
    const page = listEvents(database, runs, { tenant, run, subject, after, limit });
    found.push(...page);
    if (page.length < limit) return found;
    after = page.at(-1)?.seq ?? after;
  }
}
