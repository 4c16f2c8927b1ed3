import { jsonpath } from 'json-p3';
import type { DocumentNode } from '../../history/structured.ts';

/** One way down by one level (RFC 9535 section 2.3). No filter: none depends on a value. */
export type Selector =
  | { readonly kind: 'wildcard' }
  | { readonly kind: 'name'; readonly name: string; readonly text: string }
  | { readonly kind: 'index'; readonly index: number }
  | {
      readonly kind: 'slice';
      readonly start: number | undefined;
      readonly stop: number | undefined;
      readonly step: number;
    };

/** A step down: each value that one of the selectors finds, on any level below for `..`. */
export interface Step {
  readonly descends: boolean;
  readonly selectors: readonly Selector[];
}

/** A selector of the library; `undefined` for a filter. */
export function selectorFrom(selector: unknown): Selector | undefined {
  const { IndexSelector, NameSelector, SliceSelector, WildcardSelector } = jsonpath.selectors;
  if (selector instanceof WildcardSelector) return { kind: 'wildcard' };
  if (selector instanceof IndexSelector) return { kind: 'index', index: selector.index };
  if (selector instanceof NameSelector) {
    const text = selector.toString({ form: 'canonical' });
    return { kind: 'name', name: selector.name, text };
  }
  if (!(selector instanceof SliceSelector)) return undefined;
  const { start, stop, step = 1 } = selector;
  return { kind: 'slice', start, stop, step };
}

/** The canonical text. Equal selectors print equally. */
export function printSelector(selector: Selector): string {
  switch (selector.kind) {
    case 'wildcard':
      return '*';
    case 'name':
      return selector.text;
    case 'index':
      return String(selector.index);
    case 'slice': {
      const { start = '', stop = '', step } = selector;
      return `${start === 0 && step > 0 ? '' : start}:${stop}:${step}`;
    }
  }
}

/** True if a selector finds the child at a place of a container. */
export function selects(selector: Selector, container: DocumentNode, place: number): boolean {
  switch (selector.kind) {
    case 'wildcard':
      return true;
    case 'name':
      return container.kind === 'mapping' && container.children[place]?.key === selector.name;
    case 'index':
      return (
        container.kind === 'sequence' &&
        place === fromStart(selector.index, container.children.length)
      );
    case 'slice':
      return container.kind === 'sequence' && isInSlice(selector, container, place);
  }
}

/** Section 2.3.4.2.2: bounds below zero count from the end, and are cut to the list. */
function isInSlice(
  { start, stop, step }: Extract<Selector, { readonly kind: 'slice' }>,
  { children: { length } }: DocumentNode,
  place: number,
): boolean {
  if (step === 0) return false;
  const cut = (bound: number, least: number, most: number): number =>
    Math.min(Math.max(fromStart(bound, length), least), most);
  if (step > 0) {
    const first = start === undefined ? 0 : cut(start, 0, length);
    const end = stop === undefined ? length : cut(stop, 0, length);
    return place >= first && place < end && (place - first) % step === 0;
  }
  const first = start === undefined ? length - 1 : cut(start, -1, length - 1);
  const end = stop === undefined ? -1 : cut(stop, -1, length - 1);
  return place <= first && place > end && (first - place) % step === 0;
}

function fromStart(index: number, length: number): number {
  return index < 0 ? length + index : index;
}
