import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

/** How long a gateway that was just started waits for its first agent. */
const firstHoldMsMax = 30_000;

/** The agents that hold on to a gateway, each by an open connection. */
export interface Holds {
  /** Resolves once the last of them has let go, however it ended. */
  readonly unused: Promise<void>;
  readonly close: () => void;
}

/**
 * Tells each agent that connects where the gateway listens, and knows by the connection how long it
 * runs: the system closes it even for a process that was killed.
 */
export async function offerHolds(socket: string, url: string): Promise<Holds> {
  const { promise: unused, resolve } = Promise.withResolvers<void>();
  const open = new Set<Socket>();
  let isOver = false;
  const end = (): void => {
    isOver = true;
    resolve();
  };
  const first = setTimeout(end, firstHoldMsMax);
  const server = createServer((holder) => {
    holder.on('error', () => holder.destroy());
    // It has begun to stop: whoever comes now starts another.
    if (isOver) return void holder.destroy();
    clearTimeout(first);
    open.add(holder);
    holder.resume();
    holder.on('close', () => {
      open.delete(holder);
      if (open.size === 0) end();
    });
    holder.write(`${url}\n`);
  });
  // Nobody else has this folder's database, so what stands there is of a gateway that has ended.
  rmSync(socket, { force: true });
  server.listen(socket);
  await once(server, 'listening');
  return { unused, close: () => void server.close() };
}

/** A gateway that stays as long as this is not let go. */
export interface Held {
  readonly url: string;
  readonly letGo: () => void;
}

const ending = 'ending';
const lookEveryMs = 50;

/**
 * Holds on to the gateway behind a socket; `undefined`: none runs there. One that is about to end
 * is waited for: until then it has the database.
 */
export async function hold(socket: string): Promise<Held | undefined> {
  for (;;) {
    const held = await tryHold(socket);
    if (held !== ending) return held;
    await pause(lookEveryMs);
  }
}

async function tryHold(socket: string): Promise<Held | typeof ending | undefined> {
  const connection = connect(socket);
  let isConnected = false;
  connection.once('connect', () => (isConnected = true));
  connection.on('error', () => connection.destroy());
  const url = await new Promise<string | undefined>((resolve) => {
    connection.once('close', () => resolve(undefined));
    createInterface({ input: connection })
      .once('line', resolve)
      .on('error', () => undefined);
  });
  if (url !== undefined) return { url, letGo: () => void connection.destroy() };
  return isConnected ? ending : undefined;
}
