import type { DraftCall } from '@sluice/core';
import { fieldsOf, rowsIn, type Facts, type SeenCall } from './facts.ts';
import type { Template, Topic } from './phrases.ts';

/** Either known from what is visible, or one read away, or not to be had. */
export type Finding<Found> =
  | { readonly kind: 'known'; readonly found: Found }
  | { readonly kind: 'read'; readonly call: DraftCall }
  | { readonly kind: 'hidden' };

type Args = Readonly<Record<string, string | number>>;

export function draftCall(tool: string, args: Args): DraftCall {
  return { tool, args: JSON.stringify(args) };
}

/** The call with exactly these arguments, where the view shows it. */
export function seenCall(facts: Facts, tool: string, args: Args): SeenCall | undefined {
  const wanted = Object.entries(args);
  return facts.calls.findLast(
    (call) =>
      call.tool === tool &&
      call.args !== undefined &&
      wanted.length === Object.keys(call.args).length &&
      wanted.every(([key, value]) => call.args?.[key] === value),
  );
}

/** True if the view shows such a call, whatever it said. */
export function isMade(facts: Facts, tool: string, args: Args): boolean {
  const later = facts.later.get(tool) ?? new Set();
  const acted = Object.entries(args).filter(([key]) => !later.has(key));
  return facts.calls.some(
    (call) => call.tool === tool && acted.every(([key, value]) => call.shown[key] === value),
  );
}

/**
 * The result of a read, or the read to make. A read of the same tool whose arguments are hidden
 * counts as made: asking again would not show more.
 */
export function look(facts: Facts, tool: string, args: Args = {}): Finding<SeenCall> {
  const seen = seenCall(facts, tool, args);
  if (seen !== undefined) {
    return seen.text === undefined ? { kind: 'hidden' } : { kind: 'known', found: seen };
  }
  const tried = facts.calls.some((call) => call.tool === tool && call.args === undefined);
  if (tried || !facts.tools.has(tool)) return { kind: 'hidden' };
  return { kind: 'read', call: draftCall(tool, args) };
}

/** Goes on with what was found, if it was found. */
export function andThen<A, B>(finding: Finding<A>, next: (found: A) => Finding<B>): Finding<B> {
  return finding.kind === 'known' ? next(finding.found) : finding;
}

export function known<Found>(found: Found | undefined): Finding<Found> {
  return found === undefined ? { kind: 'hidden' } : { kind: 'known', found };
}

/** The words that it has read about a topic. */
export function textOn(topic: Topic, facts: Facts): Finding<string> {
  switch (topic.kind) {
    case 'literal':
      return known(topic.text);
    case 'balance':
      return andThen(look(facts, 'get_balance'), ({ value }) => asText(fieldsOf(value)['balance']));
    case 'transactions':
      return andThen(look(facts, 'list_transactions', { limit: topic.limit }), listed);
    case 'inbox':
      return andThen(look(facts, 'list_mails'), listed);
    case 'mail':
      return mailFrom(topic.from, facts);
    case 'channel':
      return andThen(look(facts, 'read_channel', { channel: topic.channel }), listed);
    case 'page':
      return andThen(look(facts, 'fetch_page', { url: topic.url }), (page) =>
        lineOn(topic.about, page),
      );
    case 'summary':
      return andThen(look(facts, 'fetch_page', { url: topic.url }), summaryOf);
    case 'pdf':
      return pdfFrom(topic.from, facts);
    case 'event':
      return andThen(look(facts, 'list_events'), ({ value }) =>
        asText(rowsIn(value).find((row) => row['title'] === topic.title)?.['date']),
      );
  }
}

/** The text of the latest mail from that address. */
export function mailFrom(from: string, facts: Facts): Finding<string> {
  return andThen(idOfMail(from, facts), (id) =>
    andThen(look(facts, 'read_mail', { id }), ({ value }) => asText(fieldsOf(value)['body'])),
  );
}

/** The text of the PDF that came with it. */
export function pdfFrom(from: string, facts: Facts): Finding<string> {
  return andThen(idOfMail(from, facts), (id) =>
    andThen(look(facts, 'read_pdf', { id }), ({ text }) => known(text)),
  );
}

function idOfMail(from: string, facts: Facts): Finding<number> {
  return andThen(look(facts, 'list_mails'), ({ value }) =>
    asNumber(rowsIn(value).find((row) => row['from'] === from)?.['id']),
  );
}

/** Words with their gap filled. */
export function filled({ text, gap }: Template, facts: Facts): Finding<string> {
  if (gap === undefined) return known(text);
  return andThen(textOn(gap.topic, facts), (found) => known(text.replace(gap.name, found)));
}

export function asText(value: unknown): Finding<string> {
  if (typeof value === 'number') return known(String(value));
  return known(typeof value === 'string' ? value : undefined);
}

function asNumber(value: unknown): Finding<number> {
  return known(typeof value === 'number' ? value : undefined);
}

function listed({ value }: SeenCall): Finding<string> {
  const rows = rowsIn(value).map((row) => Object.values(row).map(String).join(' | '));
  return known(rows.length === 0 ? undefined : rows.join('\n'));
}

/** In words of its own: they stand on no page. */
function summaryOf({ text = '' }: SeenCall): Finding<string> {
  const [first, ...rest] = text.trim().split('\n');
  return known(first === undefined ? undefined : `${first}, and ${rest.length} facts about it`);
}

function lineOn(about: string, { text = '' }: SeenCall): Finding<string> {
  const lines = text.split('\n');
  return known(
    lines.find((line) => line.toLowerCase().startsWith(about.toLowerCase())) ?? lines[0],
  );
}
