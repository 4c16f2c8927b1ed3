import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef } from 'preact/hooks';

interface ListProps {
  readonly label: string;
  readonly count: number;
  /** About how high an item is, until it is measured. */
  readonly heightOf: (at: number) => number;
  readonly render: (at: number) => JSX.Element | null;
  /** An item is made anew when this is another. */
  readonly of: unknown;
}

/** Items beyond the screen that are there already, in pixels. */
const beyond = 400;

/** A list of any length, of which as much is in the page as is in view. */
export function VirtualList({ label, count, heightOf, render, of }: ListProps): JSX.Element {
  const list = useRef<HTMLOListElement>(null);
  const measured = useRef(new Map<number, number>());
  const [version, renew] = useReducer((before: number) => before + 1, 0);
  useScroll(renew);
  const tops = useMemo(
    () => topsOf(count, (at) => measured.current.get(at) ?? heightOf(at)),
    // What was measured is in a ref: `version` says that it changed.
    [count, version],
  );
  const above = scrollY - (list.current?.offsetTop ?? 0);
  const first = indexAt(tops, above - beyond);
  const last = Math.min(count, indexAt(tops, above + innerHeight + beyond) + 1);
  useLayoutEffect(() => {
    let isNew = false;
    for (const item of list.current?.children ?? []) {
      const at = Number(item.getAttribute('aria-posinset')) - 1;
      const height = item.getBoundingClientRect().height;
      if (Math.abs((measured.current.get(at) ?? 0) - height) < 1) continue;
      measured.current.set(at, height);
      isNew = true;
    }
    if (isNew) renew(undefined);
  });
  const made = useMemo(() => new Map<number, JSX.Element | null>(), [of]);
  // The same element again is not looked through again.
  const itemAt = (at: number): JSX.Element | null => {
    const item = made.get(at) ?? render(at);
    made.set(at, item);
    return item;
  };
  const shown = Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index);
  return (
    <ol ref={list} class="virtual" aria-label={label} style={{ height: `${tops.at(-1) ?? 0}px` }}>
      {shown.map((at) => (
        <li
          key={at}
          aria-posinset={at + 1}
          aria-setsize={count}
          style={{ transform: `translateY(${tops[at] ?? 0}px)` }}
        >
          {itemAt(at)}
        </li>
      ))}
    </ol>
  );
}

/** Once a frame at most. */
function useScroll(onScroll: (nothing: undefined) => void): void {
  useEffect(() => {
    let frame = 0;
    const later = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => onScroll(undefined));
    };
    addEventListener('scroll', later, { passive: true });
    addEventListener('resize', later, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', later);
      removeEventListener('resize', later);
    };
  }, [onScroll]);
}

/** Where each item begins; last, where all end. */
function topsOf(count: number, heightOf: (at: number) => number): readonly number[] {
  const tops = [0];
  for (let at = 0; at < count; at++) tops.push((tops[at] ?? 0) + heightOf(at));
  return tops;
}

/** The item at a height, by halves. */
function indexAt(tops: readonly number[], height: number): number {
  let [low, high] = [0, Math.max(0, tops.length - 2)];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((tops[middle] ?? 0) <= height) low = middle;
    else high = middle - 1;
  }
  return low;
}
