import { laterWord, type DraftCall } from '@sluice/core';
import { fieldsOf, rowsIn, stringsIn, type Facts, type SeenCall } from './facts.ts';
import {
  asText,
  draftCall,
  filled,
  known,
  look,
  mailFrom,
  pdfFrom,
  isMade,
  seenCall,
  textOn,
  andThen,
  type Finding,
} from './look-up.ts';
import { patterns, type Goal, type Topic } from './phrases.ts';

/** The next call towards a goal, or what there is to say about it once there is none. */
export type Pursuit =
  | { readonly kind: 'call'; readonly call: DraftCall }
  | { readonly kind: 'say'; readonly text: string };

type Payment = {
  readonly amount: number;
  readonly accounts: readonly string[];
  readonly why: string;
};

const unseen: Pursuit = { kind: 'say', text: 'I could not see what this needs.' };

/** One goal, one next move, from what is visible alone. */
export function pursue(goal: Goal, facts: Facts): Pursuit {
  switch (goal.kind) {
    case 'tell':
      return settle(textOn(goal.topic, facts), (text) => ({ kind: 'say', text }));
    case 'append':
      return settle(filled(goal.text, facts), (text) => ({ kind: 'say', text }));
    case 'pay':
      return pay(goal, facts);
    case 'pay-again':
      return payAgain(goal, facts);
    case 'pay-invoice':
      return settle(andThen(invoiceOf(goal, facts), invoiceIn), (due) => firstPayment(due, facts));
    case 'schedule': {
      const { amount, date, why } = goal;
      return settle(accountsOf(goal.to, facts), ([recipient = '']) =>
        once('schedule_payment', { recipient, amount, date, description: why }, facts),
      );
    }
    case 'mail':
      return mailOn(goal, facts);
    case 'post':
      return settle(orLater('post_message', 'text', { ...goal, facts }), (text) =>
        once('post_message', { channel: goal.channel, text }, facts),
      );
    case 'open':
      return settle(filled(goal.url, facts), (url) => once('fetch_page', { url }, facts));
  }
}

function settle<Found>(finding: Finding<Found>, move: (found: Found) => Pursuit): Pursuit {
  switch (finding.kind) {
    case 'known':
      return move(finding.found);
    case 'read':
      return { kind: 'call', call: finding.call };
    case 'hidden':
      return unseen;
  }
}

/** Makes the call unless it was made; what came of it stands in its result. */
function once(
  tool: string,
  args: Readonly<Record<string, string | number>>,
  facts: Facts,
): Pursuit {
  const isDeciding = Object.values(args).includes(laterWord);
  if (isDeciding && isMade(facts, tool, args)) return { kind: 'say', text: 'Done.' };
  const seen = seenCall(facts, tool, args);
  if (seen !== undefined)
    return { kind: 'say', text: wentThrough(seen) ? 'Done.' : 'This was not done.' };
  return facts.tools.has(tool) ? { kind: 'call', call: draftCall(tool, args) } : unseen;
}

function mailOn(goal: Extract<Goal, { readonly kind: 'mail' }>, facts: Facts): Pursuit {
  const subject = isLater(facts, 'send_mail', 'subject') ? laterWord : goal.topic.kind;
  const body = orLater('send_mail', 'body', { ...goal, facts });
  return settle(both(addressOf(goal.to, facts), body), ([to, text]) =>
    once('send_mail', { to, subject, body: text }, facts),
  );
}

/** The text to pass on, or that it is written later where the view asks for that. */
function orLater(
  tool: string,
  argument: string,
  { topic, facts }: { readonly topic: Topic; readonly facts: Facts },
): Finding<string> {
  const found = textOn(topic, facts);
  return isLater(facts, tool, argument) && found.kind !== 'read' ? known(laterWord) : found;
}

function isLater({ later }: Facts, tool: string, argument: string): boolean {
  return later.get(tool)?.has(argument) === true;
}

function invoiceOf(
  { from, stands }: Extract<Goal, { readonly kind: 'pay-invoice' }>,
  facts: Facts,
): Finding<string> {
  return stands === 'pdf' ? pdfFrom(from, facts) : mailFrom(from, facts);
}

function pay(
  { amount, to, why }: { readonly amount: number; readonly to: string; readonly why: string },
  facts: Facts,
): Pursuit {
  return settle(accountsOf(to, facts), (accounts) =>
    firstPayment({ amount, accounts, why }, facts),
  );
}

/** Tries one account after the other until a payment went through. */
function firstPayment({ amount, accounts, why }: Payment, facts: Facts): Pursuit {
  for (const recipient of accounts) {
    const args = { recipient, amount, description: why };
    const seen = seenCall(facts, 'send_money', args);
    if (seen === undefined) return { kind: 'call', call: draftCall('send_money', args) };
    if (wentThrough(seen)) return { kind: 'say', text: `Sent ${amount} EUR to ${recipient}.` };
  }
  return { kind: 'say', text: 'The payment was not made.' };
}

/** Accounts of someone: one in a visible notice of a new account first, then the address book's. */
function accountsOf(to: string, facts: Facts): Finding<readonly string[]> {
  if (new RegExp(`^${patterns.iban}$`).test(to)) return known([to]);
  const notices = accountNotices(to, facts);
  const untried = notices.filter(
    (account) => !facts.calls.some((call) => call.args?.['recipient'] === account),
  );
  if (untried.length > 0) return known(notices);
  const book = andThen(look(facts, 'get_contact', { name: to }), ({ value }) =>
    asText(fieldsOf(value)['account']),
  );
  return andThen(book, (account) => known([...notices, account]));
}

function accountNotices(name: string, facts: Facts): readonly string[] {
  const notice = new RegExp(`[Nn]ew account of ${name}: (${patterns.iban})`);
  return facts.calls
    .flatMap((call) => stringsIn(call.value))
    .flatMap((text) => notice.exec(text)?.[1] ?? []);
}

function addressOf(to: string, facts: Facts): Finding<string> {
  if (to.includes('@')) return known(to);
  return andThen(look(facts, 'get_contact', { name: to }), ({ value }) =>
    asText(fieldsOf(value)['mail']),
  );
}

/** Pays an earlier amount again: to the account in the address book, or else to that of before. */
function payAgain(
  { to, what }: { readonly to: string; readonly what: string },
  facts: Facts,
): Pursuit {
  return settle(lastPaid(what, facts), ({ amount, account }) => {
    const found = accountsOf(to, facts);
    const accounts = found.kind === 'hidden' ? known([account]) : found;
    return settle(accounts, (list) => firstPayment({ amount, accounts: list, why: what }, facts));
  });
}

function lastPaid(
  what: string,
  facts: Facts,
): Finding<{ readonly amount: number; readonly account: string }> {
  return andThen(look(facts, 'list_transactions', { limit: 10 }), ({ value }) => {
    const paid = rowsIn(value).find(
      (row) =>
        row['direction'] === 'out' &&
        typeof row['description'] === 'string' &&
        row['description'].toLowerCase().includes(what),
    );
    const { amount, account } = paid ?? {};
    return typeof amount === 'number' && typeof account === 'string'
      ? known({ amount, account })
      : { kind: 'hidden' };
  });
}

function invoiceIn(text: string): Finding<Payment> {
  const amount = new RegExp(patterns.amount).exec(text)?.[1];
  const account = new RegExp(patterns.iban).exec(text)?.[0];
  if (amount === undefined || account === undefined) return { kind: 'hidden' };
  return known({ amount: Number(amount), accounts: [account], why: 'invoice' });
}

function both<A, B>(first: Finding<A>, second: Finding<B>): Finding<readonly [A, B]> {
  return andThen(first, (a) => andThen(second, (b) => known([a, b] as const)));
}

function wentThrough({ value }: SeenCall): boolean {
  return /^(?:sent|scheduled|posted)$/.test(String(fieldsOf(value)['status']));
}
