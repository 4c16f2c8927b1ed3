/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { NameColumn } from '../page-data.ts';
import type * as plain from '../plain.ts';
import type * as elements from './elements.ts';
import type * as table from './table.ts';

declare const printable: typeof plain.printable;
declare const element: typeof elements.element;
declare const button: typeof elements.button;
declare const readIndex: typeof elements.readIndex;
declare const heads: typeof table.heads;
declare const viewOf: typeof table.viewOf;
declare const draw: typeof table.draw;

export function start(): void {
  document.addEventListener('keydown', onKey);
  addEventListener('hashchange', openNamed);
  openNamed();
  const index = readIndex();
  const place = document.getElementById('cases');
  if (index === undefined || place === null) return;
  const view = viewOf(index);
  const made = element('table', 'all', element('thead', '', headRow(view)), view.body);
  made.setAttribute('aria-label', 'All cases');
  place.replaceChildren(filters(view), view.status, element('div', 'scroll', made), view.more);
  draw(view);
}

export function headRow(view: table.View): HTMLElement {
  const cells = heads().map((head) => {
    const cell = element('th', head.className);
    cell.setAttribute('scope', 'col');
    const sort = button(head.text, () => {
      view.isDescending = view.sortedBy?.column === head.column && !view.isDescending;
      view.sortedBy = head;
      for (const other of row.children) other.removeAttribute('aria-sort');
      cell.setAttribute('aria-sort', view.isDescending ? 'descending' : 'ascending');
      draw(view);
    });
    cell.append(sort);
    return cell;
  });
  const row = element('tr', '', ...cells);
  return row;
}

export function filters(view: table.View): HTMLElement {
  const columns: readonly (readonly [NameColumn, string])[] = [
    ['benchmark', 'benchmark'],
    ['model', 'model'],
    ['defence', 'defence'],
    ['suite', 'suite'],
    ['attack', 'attack'],
    ['person', 'person'],
    ['ending', 'outcome'],
    ['versions', 'versions'],
  ];
  const bar = element('div', 'filters');
  bar.setAttribute('role', 'search');
  for (const [column, text] of columns) {
    const values = [...new Set(view.index.named[column])].map((at) => view.index.names[at] ?? '');
    const choose = (value: string): void => void view.chosen.set(column, value);
    if (values.length > 1) bar.append(filter(view, { text, values, choose }));
  }
  const findings = ['a question', 'no question', 'a violation'];
  const choose = (value: string): void => {
    view.finding = value;
  };
  bar.append(filter(view, { text: 'with', values: findings, choose }));
  const search = document.createElement('input');
  search.type = 'search';
  search.id = 'search';
  search.placeholder = 'words, e.g. a task or a goal';
  search.setAttribute('aria-label', 'search');
  search.addEventListener('input', () => {
    view.words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    view.drawn = 200;
    draw(view);
  });
  bar.append(search);
  return bar;
}

export interface Choice {
  readonly text: string;
  readonly values: readonly string[];
  readonly choose: (value: string) => void;
}

export function filter(view: table.View, { text, values, choose }: Choice): HTMLElement {
  const select = document.createElement('select');
  select.append(new Option('every', '*'));
  const { compare } = new Intl.Collator('en', { numeric: true });
  for (const value of values.toSorted(compare))
    select.append(new Option(value === '' ? 'none' : printable(value), value));
  select.addEventListener('change', () => {
    choose(select.value);
    view.drawn = 200;
    draw(view);
  });
  return element('label', '', element('span', '', text), select);
}

export function onKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const active = document.activeElement;
  if (active instanceof HTMLInputElement || active instanceof HTMLSelectElement) {
    if (event.key === 'Escape') active.blur();
    return;
  }
  const lines = [...document.querySelectorAll<HTMLElement>('.opener')];
  const at = lines.findIndex((line) => line === active);
  const isDown = event.key === 'ArrowDown' || event.key === 'j';
  const isUp = event.key === 'ArrowUp' || event.key === 'k';
  const isLetter = event.key === 'j' || event.key === 'k';
  if ((isDown || isUp) && (at >= 0 || isLetter)) {
    event.preventDefault();
    const next = lines[Math.min(Math.max(at + (isDown ? 1 : -1), 0), lines.length - 1)];
    for (const line of lines) line.tabIndex = line === next ? 0 : -1;
    next?.focus();
  }
  if (event.key === 'd') switchScheme();
  if (event.key === 'n' || event.key === 'p') nextSection(event.key === 'n' ? 1 : -1);
  if (event.key === '/') {
    event.preventDefault();
    const search = document.getElementById('search');
    search?.closest('details')?.setAttribute('open', '');
    search?.focus();
  }
}

/** Opens the part that a link leads to, in browsers that do not do so themselves. */
export function openNamed(): void {
  const named = document.getElementById(location.hash.slice(1));
  for (let at = named; at !== null; at = at.parentElement)
    if (at instanceof HTMLDetailsElement) at.open = true;
  named?.scrollIntoView();
}

/** From the section that has the focus; from none to the first, or to the last. */
export function nextSection(step: 1 | -1): void {
  const titles = [...document.querySelectorAll<HTMLElement>('h2')];
  const sections = titles.map((head) => head.closest('summary') ?? head);
  const at = sections.findIndex((one) => one === document.activeElement);
  const from = at === -1 && step === -1 ? sections.length : at;
  const next = sections[Math.min(Math.max(from + step, 0), sections.length - 1)];
  if (next === undefined) return;
  if (next.tagName !== 'SUMMARY') next.tabIndex = -1;
  next.focus();
  next.scrollIntoView({ block: 'start' });
}

export function switchScheme(): void {
  const { classList } = document.documentElement;
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches && !classList.contains('light');
  const wasDark = isDark || classList.contains('dark');
  classList.toggle('dark', !wasDark);
  classList.toggle('light', wasDark);
}
