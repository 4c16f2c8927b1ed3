/** A value that what is started with it can read: all of it, where the platform can follow it. */
export interface AsyncContext {
  readonly run: <Result>(value: unknown, work: () => Result) => Result;
  readonly current: () => unknown;
  /** True if a value is followed over `await`; else it is known until the work first waits. */
  readonly follows: boolean;
}

const key = Symbol.for('@sluice/core/async-context');

/** The one context of the process, whichever copy of this package asks for it. */
export const asyncContext: AsyncContext = shared();

function shared(): AsyncContext {
  const known: unknown = Reflect.get(globalThis, key);
  if (isContext(known)) return known;
  const value = contextOf(globalThis);
  Object.defineProperty(globalThis, key, { value, configurable: true });
  return value;
}

/** By `AsyncLocalStorage` (Node, Deno, Bun, workers) or `AsyncContext`, where there is one. */
export function contextOf(platform: object): AsyncContext {
  const builtin = builtinOf(platform);
  const storage =
    made(memberOf(platform, 'AsyncLocalStorage'), 'getStore') ??
    made(memberOf(builtin, 'AsyncLocalStorage'), 'getStore') ??
    made(memberOf(memberOf(platform, 'AsyncContext'), 'Variable'), 'get');
  return storage ?? untilFirstWait();
}

function made(Storage: unknown, get: 'getStore' | 'get'): AsyncContext | undefined {
  if (!isClass(Storage)) return undefined;
  const storage = new Storage();
  const method = memberOf(storage, get);
  if (typeof method !== 'function') return undefined;
  const none: readonly unknown[] = [];
  return {
    run: (value, work) => storage.run(value, work),
    current: () => called(method, storage, none),
    follows: true,
  };
}

function untilFirstWait(): AsyncContext {
  let now: unknown;
  return {
    run: (value, work) => {
      const before = now;
      now = value;
      try {
        return work();
      } finally {
        now = before;
      }
    },
    current: () => now,
    follows: false,
  };
}

interface Storage {
  readonly run: <Result>(value: unknown, work: () => Result) => Result;
}

function isClass(value: unknown): value is new () => Storage {
  return typeof value === 'function' && typeof memberOf(value.prototype, 'run') === 'function';
}

function isContext(value: unknown): value is AsyncContext {
  return typeof memberOf(value, 'run') === 'function' && memberOf(value, 'follows') !== undefined;
}

/** Reads a member of a platform's own object, inherited or computed ones too. */
function memberOf(value: unknown, name: string): unknown {
  const holds = (typeof value === 'object' && value !== null) || typeof value === 'function';
  return holds ? Reflect.get(value, name) : undefined;
}

function builtinOf(platform: object): unknown {
  const host = memberOf(platform, 'process');
  const method = memberOf(host, 'getBuiltinModule');
  return typeof method === 'function' ? called(method, host, ['node:async_hooks']) : undefined;
}

function called(method: Function, of: unknown, args: readonly unknown[]): unknown {
  const result: unknown = Reflect.apply(method, of, args);
  return result;
}
