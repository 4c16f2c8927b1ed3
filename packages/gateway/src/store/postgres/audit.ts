import { type Anchor, ChainCheck, type RowPayloads, type Verified } from '../chain-check.ts';
import { storeLimits } from '../limits.ts';
import { erasuresOfRun, eventSlices, type JoinedEvents, laterErasures } from '../queries/events.ts';
import { type QuestionRow, questionSlice } from '../queries/questions.ts';
import { isSupported } from '../questions.ts';
import type { KeyRing } from '../sealed/key-ring.ts';
import type { Session } from './connection/session.ts';
import type { Context } from './context.ts';
import { eventsAbout, storedQuestion } from './questions.ts';
import { keptOf, sealedOf } from './rows.ts';

/** A slice at a time, each of one moment; others write in between. */
export async function verifyChain(
  { database, keys }: Context,
  anchor: Anchor | undefined,
): Promise<Verified> {
  const check = new ChainCheck(anchor);
  for (;;) {
    const found = await database.snapshot(async (session) => {
      const bounds = { after: check.seq, limit: storeLimits.packsPerSliceMax };
      const slice = await session.all(eventSlices, bounds);
      // Asked for all at once: one after the other, each would wait for the network.
      const asked = slice.map(async (row) => ({
        row,
        payloads: await payloadsOf(session, keys, row),
      }));
      for (const { row, payloads } of await Promise.all(asked)) {
        const broken = check.add(row, payloads);
        if (broken !== undefined) return broken;
      }
      return slice.length === 0 ? check.end() : undefined;
    });
    if (found !== undefined) return found;
  }
}

/** All that the check of a row may ask for. */
async function payloadsOf(
  session: Session,
  keys: KeyRing,
  row: JoinedEvents,
): Promise<RowPayloads> {
  const { run, seq } = row;
  const sealed = row.key === null ? undefined : await sealedOf(session, row);
  if (sealed !== undefined) {
    const opens = await keptOf(session, keys, { row, body: sealed }).then(
      (kept) => kept !== undefined,
      () => false,
    );
    return { sealed: () => sealed, opens: () => opens, ...noErasures };
  }
  if (row.digest === null) return { sealed: () => undefined, opens: () => false, ...noErasures };
  const [ofRun, later] = await Promise.all([
    session.all(erasuresOfRun, { run, seq }),
    session.all(laterErasures, { seq }),
  ]);
  return {
    sealed: () => undefined,
    opens: () => false,
    erasuresOfRun: () => ofRun,
    laterErasures: () => later,
  };
}

const noErasures = { erasuresOfRun: () => [], laterErasures: () => [] };

interface Unsupported {
  readonly id: string;
  readonly tenant: string;
}

/**
 * Questions whose state is not the one that the events of the chain say they came to, or whose row
 * was changed. A slice at a time, each of one moment.
 */
export async function unsupportedQuestions({
  database,
  keys,
}: Context): Promise<readonly Unsupported[]> {
  const found: Unsupported[] = [];
  for (let after: string | undefined = ''; after !== undefined;) {
    const from: string = after;
    after = await database.snapshot(async (session) => {
      const slice = await session.rows((query) => questionSlice(query, from));
      for (const row of slice) {
        if (!(await isBorneOut(session, keys, row))) found.push({ id: row.id, tenant: row.tenant });
      }
      return slice.at(-1)?.id;
    });
  }
  return found;
}

async function isBorneOut(session: Session, keys: KeyRing, row: QuestionRow): Promise<boolean> {
  try {
    storedQuestion(keys, row);
    const events = await eventsAbout(session, keys, { ...row, run: row.runName });
    return isSupported({ state: row.state, hasProof: row.proof !== null }, events);
  } catch {
    return false;
  }
}
