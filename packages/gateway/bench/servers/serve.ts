/** The messages to and from a server of the benchmark that runs in a process of its own. */
export interface Ready {
  readonly url: string;
  /** The key that it wants from its clients. */
  readonly key: string;
}

/** `rss`: its memory in MiB; `cpu`: the time that it has computed until now, in milliseconds. */
export type Order = 'rss' | 'cpu' | 'hold' | 'release' | 'flood' | 'ask' | 'count' | 'stop';

/** Tells the benchmark that this process serves, and does what it is told from then on. */
export function serve(
  ready: Ready,
  orders: { readonly [Each in Order]?: () => number | void | Promise<void> } = {},
): void {
  process.on('message', (order: Order) => {
    const answer = async (): Promise<void> => {
      const value = await orders[order]?.();
      if (order === 'rss') return tell(process.memoryUsage.rss() / 1_048_576);
      if (order === 'cpu') return tell(cpuMs());
      tell(value ?? 0);
      if (order === 'stop') process.disconnect();
    };
    void answer();
  });
  process.on('disconnect', () => process.exit(0));
  tell(ready);
}

function tell(value: Ready | number): void {
  process.send?.(value);
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** The address of a server of `node:http` that listens on this machine. */
export function urlOf(address: ReturnType<import('node:http').Server['address']>): string {
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}
