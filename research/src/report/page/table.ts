/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { CountColumn, NameColumn, ReportIndex } from '../page-data.ts';
import type * as details from './detail.ts';
import type * as elements from './elements.ts';

declare const element: typeof elements.element;
declare const button: typeof elements.button;
declare const nameAt: typeof elements.nameAt;
declare const toggle: typeof details.toggle;

/** The table as it stands: what is chosen, how it is sorted, how much of it is drawn. */
export interface View {
  readonly index: ReportIndex;
  /** The texts that the search looks in, for each case. */
  readonly texts: readonly string[];
  readonly chosen: Map<NameColumn, string>;
  finding: string;
  words: readonly string[];
  sortedBy: Head | undefined;
  isDescending: boolean;
  drawn: number;
  readonly body: HTMLElement;
  readonly status: HTMLElement;
  readonly more: HTMLElement;
}

export type Head = { readonly text: string; readonly className: string } & (
  | { readonly kind: 'name'; readonly column: NameColumn }
  | { readonly kind: 'count'; readonly column: CountColumn }
);

export function heads(): readonly Head[] {
  return [
    { kind: 'name', column: 'task', text: 'case', className: 'case' },
    { kind: 'name', column: 'defence', text: 'defence', className: '' },
    { kind: 'name', column: 'model', text: 'model', className: 'wide' },
    { kind: 'name', column: 'person', text: 'person', className: '' },
    { kind: 'name', column: 'ending', text: 'outcome', className: '' },
    { kind: 'count', column: 'questions', text: 'questions', className: 'number wide' },
    { kind: 'count', column: 'violations', text: 'violations', className: 'number wide' },
    { kind: 'count', column: 'calls', text: 'calls', className: 'number wide' },
    { kind: 'count', column: 'modelCalls', text: 'model calls', className: 'number wide' },
    { kind: 'count', column: 'ms', text: 'ms', className: 'number wide' },
  ];
}

export function viewOf(index: ReportIndex): View {
  const columns: readonly NameColumn[] = ['suite', 'task', 'attack', 'goal', 'defence', 'model'];
  const texts = index.named.task.map((_, at) =>
    columns.map((column) => nameAt(index, column, at).toLowerCase()).join(' '),
  );
  const [body, more] = [element('tbody', ''), element('p', 'more')];
  const status = element('p', 'status');
  status.setAttribute('role', 'status');
  const open = { sortedBy: undefined, isDescending: false, drawn: 200, words: [] };
  const everything = { chosen: new Map(), finding: '*' };
  return { ...open, ...everything, index, texts, body, status, more };
}

export function draw(view: View): void {
  const found = sorted(
    view,
    view.texts.flatMap((_, at) => (fits(view, at) ? [at] : [])),
  );
  const shown = found.slice(0, view.drawn);
  const count = `${found.length} of ${view.texts.length} cases`;
  view.status.textContent =
    shown.length < found.length ? `${count}, the first ${shown.length} shown` : count;
  view.body.replaceChildren(
    ...shown.map((at, nth) => rowOf(view.index, { at, isFirst: nth === 0 })),
  );
  view.more.replaceChildren();
  if (shown.length === found.length) return;
  const next = Math.min(500, found.length - shown.length);
  view.more.append(
    button(`Show ${next} more`, () => {
      view.drawn += next;
      draw(view);
      view.body.querySelectorAll<HTMLElement>('.opener')[shown.length]?.focus();
    }),
  );
}

export function fits({ index, chosen, finding, texts, words }: View, at: number): boolean {
  for (const [column, wanted] of chosen)
    if (wanted !== '*' && nameAt(index, column, at) !== wanted) return false;
  const isAsked = (index.counts.questions[at] ?? 0) > 0;
  if (finding === 'a question' && !isAsked) return false;
  if (finding === 'no question' && isAsked) return false;
  if (finding === 'a violation' && (index.counts.violations[at] ?? 0) === 0) return false;
  return words.every((word) => texts[at]?.includes(word) === true);
}

export function sorted(view: View, found: readonly number[]): readonly number[] {
  const { index, sortedBy, isDescending } = view;
  if (sortedBy === undefined) return found;
  const sign = isDescending ? -1 : 1;
  if (sortedBy.kind === 'count') {
    const values = index.counts[sortedBy.column];
    return found.toSorted((a, b) => sign * ((values[a] ?? 0) - (values[b] ?? 0)));
  }
  const { column } = sortedBy;
  const { compare } = new Intl.Collator('en', { numeric: true });
  const name = (at: number): string => nameAt(index, column, at);
  return found.toSorted((a, b) => sign * compare(name(a), name(b)));
}

export function rowOf(
  index: ReportIndex,
  { at, isFirst }: { readonly at: number; readonly isFirst: boolean },
): HTMLElement {
  const made = element('tr', 'row', caseCell(index, { at, isFirst }));
  for (const head of heads().slice(1)) made.append(cellOf(index, { at, head }));
  if ((index.counts.violations[at] ?? 0) > 0) made.classList.add('violated');
  made.addEventListener('click', () => void toggle(made, { index, at }));
  return made;
}

export function cellOf(
  index: ReportIndex,
  { at, head }: { readonly at: number; readonly head: Head },
): HTMLElement {
  if (head.kind === 'count') {
    const count = index.counts[head.column][at] ?? 0;
    return element('td', head.className, count === 0 ? '·' : String(count));
  }
  const text = nameAt(index, head.column, at);
  if (head.column !== 'ending') return element('td', head.className, text);
  return element('td', text.replaceAll(/[^a-z]+/g, '-'), text);
}

/** The button is what a keyboard and a screen reader open the case with. */
export function caseCell(
  index: ReportIndex,
  { at, isFirst }: { readonly at: number; readonly isFirst: boolean },
): HTMLElement {
  const name = (column: NameColumn): string => nameAt(index, column, at);
  const seed = index.counts.seed[at] ?? 0;
  const title = `${name('suite')} ${name('task')}${seed === 0 ? '' : `, seed ${seed}`}`;
  const opener = element('button', 'opener', title);
  opener.setAttribute('type', 'button');
  opener.setAttribute('aria-expanded', 'false');
  opener.tabIndex = isFirst ? 0 : -1;
  const cell = element('td', 'case', opener);
  if (name('attack') !== '')
    cell.append(element('span', 'attack', `${name('attack')} → ${name('goal')}`));
  return cell;
}
