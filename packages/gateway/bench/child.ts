import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Order, Ready } from './servers/serve.ts';

const servers = {
  upstream: new URL('./servers/upstream.ts', import.meta.url),
  bare: new URL('./servers/bare.ts', import.meta.url),
  gateway: new URL('./servers/gateway.ts', import.meta.url),
  'gateway-in-1gb': new URL('./servers/gateway.ts', import.meta.url),
  flood: new URL('./servers/flood.ts', import.meta.url),
} as const;

/** A server of the benchmark in a process of its own. */
export class Child implements Ready {
  readonly url: string;
  readonly key: string;
  readonly #process: ChildProcess;

  private constructor(process: ChildProcess, { url, key }: Ready) {
    this.#process = process;
    this.url = url;
    this.key = key;
  }

  /** `args`: what the server is told at its start, e.g. where its upstream is. */
  static async start(name: keyof typeof servers, ...args: string[]): Promise<Child> {
    const file = fileURLToPath(servers[name]);
    const execArgv = ['--conditions=@sluice/source', '--disable-warning=ExperimentalWarning'];
    const profiled = process.env['BENCH_CPU_PROF'] === name ? ['--cpu-prof'] : [];
    const heap = name === 'gateway-in-1gb' ? ['--max-old-space-size=1024'] : [];
    const child = fork(file, args, { execArgv: [...execArgv, ...profiled, ...heap] });
    const ended = once(child, 'exit').then(() => {
      throw new Error(`the server \`${name}\` ended before it served`);
    });
    const [ready]: Ready[] = await Promise.race([once(child, 'message'), ended]);
    if (ready === undefined) throw new Error(`the server \`${name}\` said nothing`);
    ended.catch(() => {});
    return new Child(child, ready);
  }

  /** Gives an order; what it comes to is a number: see `Order`, else 0. */
  async tell(order: Order): Promise<number> {
    this.#process.send(order);
    const [value]: unknown[] = await once(this.#process, 'message');
    return Number(value);
  }

  async stop(): Promise<void> {
    const ended = once(this.#process, 'exit');
    await this.tell('stop');
    await ended;
  }
}
