import { useEffect, useState } from 'preact/hooks';
import type * as z from 'zod/mini';
import { call, Refused } from './client.ts';
import { wordsOf } from './words.ts';

export interface Loaded<Value> {
  /** The newest that came. */
  readonly value?: Value;
  /** Why there is none newer. */
  readonly problem?: string;
}

const againMs = 2_000;

/** What a route answers, asked for anew with each change, and until it comes. */
export function useLoaded<Shape extends z.core.$ZodType>(
  path: string,
  shape: Shape,
  changes: number,
): Loaded<z.output<Shape>> {
  const [loaded, setLoaded] = useState<Loaded<z.output<Shape>>>({});
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = async (): Promise<void> => {
      try {
        const value = await call(path, shape, { signal });
        if (!signal.aborted) setLoaded({ value });
      } catch (error) {
        if (signal.aborted) return;
        setLoaded((before) => ({ ...before, problem: wordsOf(error) }));
        // Nobody answered: that is not the last word.
        if (error instanceof Refused && error.status === 0) {
          timer = setTimeout(() => void load(), againMs);
        }
      }
    };
    void load();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [path, shape, changes]);
  return loaded;
}
