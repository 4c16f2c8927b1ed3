import type { JSX, RefObject } from 'preact';
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
/** Items that are made in one frame: more would hold the browser up. */
const freshMax = 4;

/** A list of any length, of which as much is in the page as is in view. */
export function VirtualList({ label, count, heightOf, render, of }: ListProps): JSX.Element {
  const list = useRef<HTMLOListElement>(null);
  const measured = useRef(new Map<number, number>());
  const [version, remeasure] = useReducer((before: number) => before + 1, 0);
  const [, renew] = useReducer((before: number) => before + 1, 0);
  useScroll(renew);
  const tops = useMemo(
    () => topsOf(count, (at) => measured.current.get(at) ?? heightOf(at)),
    // What was measured is in a ref: `version` says that it changed.
    [count, version],
  );
  const above = scrollY - (list.current?.offsetTop ?? 0);
  const first = indexAt(tops, above - beyond);
  const last = Math.min(count, indexAt(tops, above + innerHeight + beyond) + 1);
  useHeights(list, measured.current, () => remeasure(undefined));
  const made = useMemo(() => new Map<number, JSX.Element | null>(), [of]);
  let fresh = 0;
  // The same element again is not looked through again; the rest comes with the next frame.
  const itemAt = (at: number): JSX.Element | null => {
    const before = made.get(at);
    if (before !== undefined) return before;
    fresh += 1;
    if (fresh > freshMax) return null;
    const item = render(at);
    made.set(at, item);
    return item;
  };
  useEffect(() => {
    if (fresh <= freshMax) return;
    const frame = requestAnimationFrame(() => renew(undefined));
    return () => cancelAnimationFrame(frame);
  });
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

/**
 * Measures what is in the page after the browser has laid it out by itself: to ask for a height
 * in between would make it lay out twice.
 */
function useHeights(
  list: RefObject<HTMLOListElement | null>,
  measured: Map<number, number>,
  onChange: () => void,
): void {
  const observer = useRef<ResizeObserver>(null);
  const observed = useRef(new WeakSet<Element>());
  useEffect(() => () => observer.current?.disconnect(), []);
  useLayoutEffect(() => {
    observer.current ??= new ResizeObserver((entries) => {
      let isNew = false;
      for (const { target, borderBoxSize } of entries) {
        const at = Number(target.getAttribute('aria-posinset')) - 1;
        const height = borderBoxSize[0]?.blockSize ?? 0;
        // An item that has left the page has no height.
        if (height === 0 || Math.abs((measured.get(at) ?? 0) - height) < 1) continue;
        measured.set(at, height);
        isNew = true;
      }
      if (isNew) onChange();
    });
    for (const item of list.current?.children ?? []) {
      if (item.firstElementChild === null || observed.current.has(item)) continue;
      observed.current.add(item);
      observer.current.observe(item);
    }
  });
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
