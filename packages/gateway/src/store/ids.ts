import { randomFillSync } from 'node:crypto';

/**
 * A run's name: 64 random bits in hexadecimal. It stands inside every id that the gateway mints for
 * the run, so that a client's next request finds it; it opens nothing by itself, for a run is
 * looked
 * up within its tenant only.
 */
export function newRunId(): string {
  return randomHex();
}

/** The unguessable part of an id of a run, after its kind: 32 hexadecimal digits. */
export function newIdIn(run: string): string {
  return `${run}${randomHex()}`;
}

const minted = /^(?:call[-_])?([0-9a-f]{16})[0-9a-f]{16}$/;

/** The run that an id names, if it has the form of one that we minted. */
export function runOf(id: string): string | undefined {
  return minted.exec(id)?.[1];
}

/** Random bytes are drawn for many ids at once: each draw is a call to the system. */
const drawn = Buffer.alloc(4_096);
let used = drawn.length;

/** 64 random bits in hexadecimal, each given out once. */
function randomHex(): string {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  used += 8;
  return drawn.toString('hex', used - 8, used);
}
