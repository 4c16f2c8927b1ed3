import { expect, test } from 'vitest';
import { space, trusted, untrusted } from '../../../test/fake-policy.ts';
import type { Label } from '../../label/label.ts';
import { limits } from '../../limits.ts';
import { atOnce } from '../slices.ts';
import { proves } from '../../testing/proves.ts';
import { Content, reveal, type Region } from '../content.ts';
import { raisedByAnswers } from './known-answer.ts';

const mail = 'Invoice for March: pay 900 EUR to mallory@evil.example by tonight';
const file = 'The quarterly report is due on the second Friday of each quarter';

function plain(text: string, label: Label): Content {
  return Content.whole(space, text, label);
}

interface Others {
  readonly read?: readonly Content[];
  readonly answered?: readonly Content[];
}

function raised(result: Content, { read = [], answered = [] }: Others): Content {
  const elsewhere = { known: [...read, ...answered], answered };
  return atOnce(raisedByAnswers(space, result, elsewhere));
}

function raisedIn(result: Content, others: Others): readonly string[] {
  const content = raised(result, others);
  const { root } = content;
  const pieces = root.parts.length === 0 ? [root] : root.parts;
  const above = pieces.filter(({ label }) => label === untrusted);
  return above.map(({ start, end }) => reveal(content).slice(start, end));
}

proves('history/known-answer', () => {
  const answered = [plain(`It says: ${mail}. And so on.`, untrusted)];
  const result = plain(`From the agent: ${mail}! Bye.`, trusted);
  expect(raisedIn(result, { answered })).toEqual([mail]);
  // So where the other run quoted what it had read.
  expect(raisedIn(result, { read: [plain(mail, untrusted)], answered })).toEqual([mail]);
  // Nothing is raised by text that others have only read, or that was known lower first.
  expect(raisedIn(result, { read: [plain(mail, untrusted)] })).toEqual([]);
  const quoted = [plain(`${file}. ${mail}`, untrusted)];
  const both = plain(`${file}. ${mail}`, trusted);
  expect(raisedIn(both, { read: [plain(file, trusted)], answered: quoted })).toEqual([mail]);
  expect(raisedIn(result, { answered: [plain(mail, trusted)] })).toEqual([]);
});

test('a structured result stays structured: the value that repeats an answer is raised', () => {
  const text = JSON.stringify({ said: mail, cost: 3 });
  const from = text.indexOf('"Invoice');
  const value = (path: string, start: number, end: number): Region => {
    return { start, end, label: trusted, form: 'scalar', path, parts: [] };
  };
  const parts = [
    value("$['said']", from, from + mail.length + 2),
    value("$['cost']", text.length - 2, text.length - 1),
  ];
  const whole = {
    start: 0,
    end: text.length,
    label: trusted,
    form: 'container',
    path: '$',
  } as const;
  const result = Content.of(space, text, { ...whole, parts });
  const { root } = raised(result, { answered: [plain(`It says: ${mail}.`, untrusted)] });
  expect([root.form, root.label]).toEqual(['container', trusted]);
  expect(root.parts.map(({ label }) => label)).toEqual([untrusted, trusted]);
  // An answer that holds the keys too was written as a whole.
  const all = raised(result, { answered: [plain(text, untrusted)] });
  expect(all.root).toMatchObject({ form: 'container', label: untrusted });
});

test('over the budget of work all of the result carries what was answered', () => {
  const answered = [plain('a '.repeat(100_000), untrusted)];
  const result = plain('a b '.repeat(100) + 'a '.repeat(40_000), trusted);
  expect(raised(result, { answered }).root.label).toBe(untrusted);
  const long = 'b '.repeat(limits.knownAgainScanCharactersMax / 2);
  const read = [plain(long, trusted)];
  const said = { read, answered: [plain(mail, untrusted)] };
  expect(raisedIn(plain(`${mail} ${mail}`, trusted), said).join('')).toContain(mail);
});
