import { expect } from 'vitest';
import { proves } from '../../testing/proves.ts';
import { PatternBudget } from '../pattern/pattern-budget.ts';
import { recogniser, recogniserNames, type RecogniserName } from './recognisers.ts';

function found(name: RecogniserName, text: string): readonly string[] {
  const budget = new PatternBudget();
  return recogniser(name).flatMap((pattern) =>
    (pattern.findAll(text, budget) ?? []).map(({ start, end }) => text.slice(start, end)),
  );
}

proves('policy/recognise', () => {
  const token = 'Ab3'.repeat(12);
  const finds: Readonly<Record<RecogniserName, readonly string[]>> = {
    amount: ['$30,000', 'EUR 12.50', '7 CHF'],
    'api-key': [`sk-proj-${token}`, `ghp_${token}`, `API key = ${token}`, 'AKIAABCDEFGHIJKLMNOP'],
    'card-number': ['4237-4252-7456-2574', '4237425274562574'],
    link: ['https://x.example/a?b=1', 'www.x.example'],
    'one-time-code': ['code is: 463820', 'PIN 1234', '463 820 is your verification code'],
    password: ['password: hunter2', 'Passwort = geheim', 'PWD=abcd'],
    'private-key': [
      '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----',
      '-----BEGIN PRIVATE KEY-----\nMIIE',
    ],
  };
  for (const name of recogniserNames) {
    for (const text of finds[name])
      expect(found(name, `Hi: ${text}\n`).join(), text).toContain(text);
    expect(found(name, 'Dear Ann, we meet at 10 in room 4. The password has changed.')).toEqual([]);
  }
});
