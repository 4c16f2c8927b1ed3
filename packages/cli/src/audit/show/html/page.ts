/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Pack, PackedRun, ReportIndex, Row } from './data.ts';

// Each function here runs in the browser: its text goes into the report. So none may use anything
// from outside the list at the end of this file. Text reaches the page as text nodes alone.

type Child = Node | string;

function element(name: string, className: string, ...children: readonly Child[]): HTMLElement {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  made.append(...children);
  return made;
}

async function unpack(id: string): Promise<unknown> {
  const packed = atob(document.getElementById(id)?.textContent ?? '');
  const bytes = Uint8Array.from(packed, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).json();
}

function isIndex(value: unknown): value is ReportIndex {
  return typeof value === 'object' && value !== null && 'rows' in value;
}

function isPack(value: unknown): value is Pack {
  return Array.isArray(value);
}

async function start(): Promise<void> {
  const index = await unpack('index');
  const main = document.getElementById('main');
  if (!isIndex(index) || main === null) return;
  const legend = element('p', '', 'Keys: ', element('kbd', '', 'j'), ' ', element('kbd', '', 'k'));
  legend.append(' up and down, ', element('kbd', '', 'Enter'), ' opens a run, ');
  legend.append(element('kbd', '', '/'), ' searches, ', element('kbd', '', 'd'), ' light or dark.');
  main.replaceChildren(
    element('h1', '', 'Sluice audit'),
    summary(index),
    element('section', 'columns', ...charts(index)),
    element('h2', '', 'Runs'),
    legend,
    runs(index),
    element('h2', '', 'Left out'),
    element('ul', '', ...index.notes.map((note) => element('li', '', note))),
  );
  document.addEventListener('keydown', onKey);
}

function summary({ figures }: ReportIndex): HTMLElement {
  const rows = Object.entries(figures).map(([name, value]) =>
    element('tr', '', element('td', '', name), element('td', '', String(value))),
  );
  const details = element('details', '', element('summary', '', 'All figures'));
  details.append(element('table', '', ...rows));
  const share = figures['audit.contained.share'];
  const contained =
    share === undefined ? 'none acted through a call' : `${(100 * share).toFixed(1)}% contained`;
  const text = `${figures['audit.runs'] ?? 0} runs; ${figures['audit.attacksSucceeded'] ?? 0} attacks had succeeded; of those through a call ${contained}; ${figures['audit.unreadable'] ?? 0} records unreadable.`;
  return element('div', '', element('p', '', text), details);
}

function charts({ groups, propagators }: ReportIndex): readonly HTMLElement[] {
  const names = groups.map(({ model, suite, propagator }) => `${model} ${suite}, ${propagator}`);
  const perRun = groups.map((group, at) => ({
    name: names[at] ?? '',
    value: group.perBenignRun ?? 0,
    worth: group.propagator === propagators[0] ? 'confidential' : 'untrusted',
  }));
  const contained = groups.flatMap((group, at) =>
    group.containedShare === undefined
      ? []
      : [{ name: names[at] ?? '', value: group.containedShare, worth: 'bottom' }],
  );
  return [
    element('section', '', element('h2', '', 'Interruptions per benign run'), chart(perRun)),
    element(
      'section',
      '',
      element('h2', '', 'Contained, of attacks through a call'),
      chart(contained),
    ),
  ];
}

function chart(
  bars: readonly { readonly name: string; readonly value: number; readonly worth: string }[],
): Node {
  const space = 'http://www.w3.org/2000/svg';
  const max = Math.max(1e-9, ...bars.map(({ value }) => value));
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('viewBox', `0 0 560 ${20 * bars.length + 4}`);
  svg.setAttribute('role', 'img');
  const add = (name: string, attributes: Record<string, string | number>, text: string): void => {
    const made = document.createElementNS(space, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
    made.textContent = text;
    svg.append(made);
  };
  for (const [at, { name, value, worth }] of bars.entries()) {
    const y = 20 * at + 2;
    add('text', { x: 0, y: y + 13 }, name);
    add('rect', { x: 320, y, width: (180 * value) / max, height: 15, class: worth }, '');
    add('text', { x: 326 + (180 * value) / max, y: y + 13 }, value.toFixed(2));
  }
  return svg;
}

function runs(index: ReportIndex): HTMLElement {
  const body = element('tbody', '');
  const status = element('p', '');
  const search = document.createElement('input');
  search.type = 'search';
  search.id = 'search';
  search.placeholder = 'search';
  const chosen = new Map<string, string>();
  const draw = (): void => {
    const found = index.rows.filter((row) => fits(row, chosen, search.value.toLowerCase()));
    status.textContent = `${found.length} runs${found.length > 200 ? ', the first 200 shown' : ''}`;
    body.replaceChildren(...found.slice(0, 200).map((row) => rowOf(row, index.propagators)));
  };
  const filters = (['model', 'suite', 'attack', 'verdict'] as const).map((name) => {
    const values = index.rows.flatMap((row): readonly string[] =>
      name === 'verdict' ? row.verdicts : [row[name]],
    );
    return filter(name, [...new Set(values)].toSorted(), (value) => {
      chosen.set(name, value);
      draw();
    });
  });
  search.addEventListener('input', draw);
  const heads = ['run', 'model', 'suite', 'attack', ...index.propagators];
  const head = element('tr', '', ...heads.map((name) => element('th', '', name)));
  draw();
  const bar = element('div', 'filters', ...filters, search);
  return element('div', '', bar, status, element('table', '', element('thead', '', head), body));
}

function filter(
  name: string,
  values: readonly string[],
  choose: (value: string) => void,
): HTMLElement {
  const select = document.createElement('select');
  select.setAttribute('aria-label', name);
  select.append(new Option(`every ${name}`, '*'));
  for (const value of values) select.append(new Option(value === '' ? 'no attack' : value, value));
  select.addEventListener('change', () => choose(select.value));
  return select;
}

function fits(row: Row, chosen: ReadonlyMap<string, string>, words: string): boolean {
  const isChosen = (name: string, values: readonly string[]): boolean => {
    const wanted = chosen.get(name) ?? '*';
    return wanted === '*' || values.includes(wanted);
  };
  return (
    isChosen('model', [row.model]) &&
    isChosen('suite', [row.suite]) &&
    isChosen('attack', [row.attack]) &&
    isChosen('verdict', row.verdicts) &&
    `${row.name} ${row.model} ${row.suite} ${row.attack} ${row.place}`.toLowerCase().includes(words)
  );
}

function rowOf(row: Row, propagators: readonly string[]): HTMLElement {
  const texts = [row.name, row.model, row.suite, row.attack];
  const verdicts = propagators.map((_, at) => {
    const verdict = row.verdicts[at] ?? '';
    const count = row.interruptions[at] ?? 0;
    const text = count > 0 ? `${verdict}, ${count} stopped` : verdict;
    return element('td', verdict.replaceAll(' ', '-'), text);
  });
  const cells = texts.map((text) => element('td', '', text));
  const made = element('tr', 'row', ...cells, ...verdicts);
  made.tabIndex = 0;
  made.addEventListener('click', () => void toggle(made, row));
  return made;
}

async function toggle(line: HTMLElement, row: Row): Promise<void> {
  const next = line.nextElementSibling;
  if (next?.classList.contains('opened') === true) {
    next.remove();
    return;
  }
  const pack = await unpack(`pack-${row.pack}`);
  const run = isPack(pack) ? (pack[row.at] ?? []) : [];
  const cell = element('td', '', element('p', 'path', row.place), ...run.map(timeLine));
  cell.setAttribute('colspan', '99');
  line.after(element('tr', 'opened', cell));
}

function timeLine({ propagator, because, timeLine: moments }: PackedRun[number]): HTMLElement {
  const made = element('details', '', element('summary', 'who', propagator));
  made.setAttribute('open', '');
  if (because !== '') made.append(element('p', 'uncovered', because));
  for (const { role, text, labels, calls } of moments) {
    const bar = element('div', 'bar');
    for (const { label, worth, size } of labels) {
      const part = element('span', worth);
      part.style.flexGrow = String(size);
      part.title = label;
      bar.append(part);
    }
    const shown = element('div', 'moment', element('span', 'who', role), bar);
    shown.append(element('div', 'text', text));
    for (const { tool, args, verdict, rule, label, paths } of calls) {
      const why = verdict === 'not-made' ? verdict : `${verdict} (${rule}) at ${label}`;
      shown.append(element('div', 'args', `${tool} ${args} `, element('b', verdict, why)));
      for (const path of paths) shown.append(element('span', 'path', path));
    }
    made.append(shown);
  }
  return made;
}

function onKey(event: KeyboardEvent): void {
  const active = document.activeElement;
  if (active instanceof HTMLInputElement || active instanceof HTMLSelectElement) {
    if (event.key === 'Escape') active.blur();
    return;
  }
  const lines = [...document.querySelectorAll<HTMLElement>('.row')];
  const at = lines.findIndex((line) => line === active);
  if (event.key === 'j') lines[Math.min(at + 1, lines.length - 1)]?.focus();
  if (event.key === 'k') lines[Math.max(at - 1, 0)]?.focus();
  if (event.key === 'Enter') lines[at]?.click();
  if (event.key === 'd') {
    const { classList } = document.documentElement;
    const isDark = getComputedStyle(document.documentElement).colorScheme === 'dark';
    const wasDark = classList.contains('dark') || isDark;
    classList.toggle('dark', !wasDark);
    classList.toggle('light', wasDark);
  }
  if (event.key === '/') {
    event.preventDefault();
    document.getElementById('search')?.focus();
  }
}

/** All that the page needs, and nothing else. */
export const pageScript: string = [
  element,
  unpack,
  isIndex,
  isPack,
  start,
  summary,
  charts,
  chart,
  runs,
  filter,
  fits,
  rowOf,
  toggle,
  timeLine,
  onKey,
]
  .map(String)
  .concat('void start();')
  .join('\n');
