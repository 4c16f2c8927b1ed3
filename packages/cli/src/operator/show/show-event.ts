import { fieldsOf } from '../../files.ts';
import type { Event, Fields } from '../api/answers.ts';
import { labelText, named, quoted, visible } from './visible.ts';

/** Members of an event's payload that say the most in a line. */
const shownFirst = ['act', 'by', 'client', 'tool', 'kind', 'reason', 'because', 'code'] as const;

/** One line of the audit; with `values`, what was called and said, as far as one is cleared. */
export function eventLine(event: Event, { values }: { readonly values: boolean }): string {
  const { seq, atMs, run, type, label, subject, payload, redacted } = event;
  const details = shownFirst.flatMap((name) => {
    const value = payload[name];
    return typeof value === 'string' ? [`${name} ${named(value)}`] : [];
  });
  return [
    String(seq).padStart(6),
    new Date(atMs).toISOString(),
    named(type),
    ...(subject === '' ? [] : [named(subject)]),
    ...(run === '' ? [] : [`run ${named(run)}`]),
    ...(label === '' || redacted ? [] : [`[${labelText(label)}]`]),
    ...details,
    ...decisionText(fieldsOf(payload['decision'])),
    ...relevanceText(fieldsOf(payload['relevance'])),
    ...(values ? valuesText(payload) : []),
    ...(redacted ? ['(above your clearance)'] : []),
  ].join('  ');
}

/** What was decided. Where a profile only records, a call goes through that would have waited. */
function decisionText({ kind, rule, wouldBe }: Fields): readonly string[] {
  if (typeof kind !== 'string' || typeof rule !== 'string') return [];
  const by = `by rule ${named(rule)}`;
  if (typeof wouldBe !== 'string') return [`${named(kind)} ${by}`];
  return [`would ${named(wouldBe)} ${by} (only recorded)`];
}

/** On how much of what was read the step depends, as far as its propagator says so. */
function relevanceText({ kind, regions, because }: Fields): readonly string[] {
  if (kind === 'regions') return [`on ${listOf(regions).length} regions`];
  return kind === 'all' && typeof because === 'string' ? [`on all: ${named(because)}`] : [];
}

/** The arguments of a call, and the text of an answer, of a turn or of a person. */
function valuesText({ args, text, words, parts, output }: Fields): readonly string[] {
  const said = [...listOf(parts), ...listOf(fieldsOf(output)['parts'])]
    .map((part) => fieldsOf(part)['text'])
    .filter((each) => typeof each === 'string');
  return [
    ...(typeof args === 'string' ? [`arguments ${visible(args)}`] : []),
    ...[text, words, ...said].flatMap((each) => (typeof each === 'string' ? [quoted(each)] : [])),
  ];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
