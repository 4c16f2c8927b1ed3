import { SluiceError } from '@sluice/core';
import { eventPage, read, type Event } from '../../operator/api/answers.ts';
import { OperatorClient } from '../../operator/api/client.ts';
import type { CommandEnvironment } from '../../operator/api/credential.ts';

/** So many events are read, from the first on. */
const pageSize = 200;
const pagesMax = 10;

export interface Recorded {
  readonly events: readonly Event[];
  /** True where all events of the type were read. */
  readonly isWhole: boolean;
}

/**
 * The events of one type that the running gateway has. Nothing where no gateway answers, or where
 * nobody's key is here: then nobody knows.
 */
export async function recordedEvents(
  type: string,
  place: CommandEnvironment,
): Promise<Recorded | undefined> {
  const all: Event[] = [];
  let after: number | undefined;
  try {
    const client = new OperatorClient({}, place);
    for (let pages = 0; pages < pagesMax; pages += 1) {
      const query = { type, after, limit: pageSize };
      const { events, next } = read(eventPage, await client.get('/events', query));
      all.push(...events);
      if (next === undefined) return { events: all, isWhole: true };
      after = next;
    }
    return { events: all, isWhole: false };
  } catch (error) {
    if (error instanceof SluiceError) return undefined;
    throw error;
  }
}
