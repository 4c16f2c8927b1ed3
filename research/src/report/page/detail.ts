/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import type { AskedQuestion, ExecutedCall, Moment } from '../../trial/trial.ts';
import type { CaseDetail, NameColumn, Pack, ReportIndex } from '../page-data.ts';
import type * as elements from './elements.ts';

declare const element: typeof elements.element;

declare const nameAt: typeof elements.nameAt;

declare const unpack: typeof elements.unpack;

export async function toggle(
  line: HTMLElement,
  { index, at }: { readonly index: ReportIndex; readonly at: number },
): Promise<void> {
  const opener = line.querySelector('.opener');
  const next = line.nextElementSibling;
  if (next?.classList.contains('opened') === true) {
    next.remove();
    opener?.setAttribute('aria-expanded', 'false');
    return;
  }
  const cell = element('td', '', 'Reading the time line…');
  cell.setAttribute('colspan', '99');
  line.after(element('tr', 'opened', cell));
  opener?.setAttribute('aria-expanded', 'true');
  const pack = await unpack(`pack-${Math.floor(at / index.packSize)}`);
  const detail = isPack(pack) ? pack[at % index.packSize] : undefined;
  if (detail === undefined) cell.replaceChildren('The time line cannot be read.');
  else cell.replaceChildren(facts(index, { at, detail }), ...parts(detail));
}

export function isPack(value: unknown): value is Pack {
  return Array.isArray(value);
}

export function facts(
  index: ReportIndex,
  { at, detail }: { readonly at: number; readonly detail: CaseDetail },
): HTMLElement {
  const name = (column: NameColumn): string => nameAt(index, column, at);
  const { counts } = index;
  const steps = `${counts.modelCalls[at] ?? 0} model calls in ${counts.steps[at] ?? 0} steps`;
  const pairs: readonly (readonly [string, string])[] = [
    ['benchmark', name('benchmark')],
    ['model', name('model')],
    ['person', name('person')],
    ['outcome', name('ending')],
    [
      'cost',
      `${steps}, ${detail.inputTokens} + ${detail.outputTokens} tokens, ${counts.ms[at] ?? 0} ms`,
    ],
    ['seed', String(counts.seed[at] ?? 0)],
    ['versions', name('versions')],
    ['key', detail.key],
  ];
  const entries = pairs.map(([head, text]) =>
    element('div', '', element('dt', '', head), element('dd', '', text)),
  );
  return element('dl', 'facts', ...entries);
}

export function parts(detail: CaseDetail): readonly HTMLElement[] {
  const { message, moments, questions, executed, violations, differences, isChecked } = detail;
  const made: HTMLElement[] = [];
  const add = (head: string, items: readonly HTMLElement[]): void => {
    if (items.length > 0) made.push(element('h4', '', head), element('ol', 'items', ...items));
  };
  if (message !== '') made.push(element('p', 'error', message));
  const texts = (list: readonly string[]): HTMLElement[] =>
    list.map((text) => element('li', 'error', text));
  add('Violations that the checker found', texts(violations));
  add('Where the log and the checker differ', texts(differences));
  add('Time line', moments.map(momentOf));
  add('Questions', questions.map(questionOf));
  add('Calls that were carried out', executed.map(callOf));
  if (message === '' && !isChecked)
    made.push(element('p', 'note', 'The independent checker did not read this run.'));
  return made;
}

export function momentOf({ kind, text, label }: Moment): HTMLElement {
  const made = element('li', `moment ${kind}`, element('span', 'who', kind));
  if (label !== undefined) made.append(' ', element('code', 'label', label));
  made.append(element('div', 'text', text));
  return made;
}

export function questionOf(question: AskedQuestion): HTMLElement {
  const { tool, arguments: pointers, from, dimensions, own, answer } = question;
  const what = tool === '' ? 'the answer' : tool;
  const where = pointers.length === 0 ? '' : ` at ${pointers.join(', ')}`;
  const made = element('li', '', element('span', 'who', `${what}${where}`));
  made.append(' ', element('span', '', dimensions.join(', ')), ' → ');
  made.append(element('b', `answer-${answer}`, answer));
  made.append(own ? ' (a call of the task)' : ' (not a call of the task)');
  for (const region of from) made.append(element('div', 'text', `from ${region}`));
  return made;
}

export function callOf({ tool, args, own }: ExecutedCall): HTMLElement {
  const made = element('li', '', element('span', 'who', tool));
  made.append(own ? ' of the task' : ' not of the task', element('div', 'text', args));
  return made;
}
