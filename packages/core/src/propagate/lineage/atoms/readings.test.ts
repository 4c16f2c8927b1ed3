import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AtomSet } from './atom-set.ts';
import { atomsIn, atomsOfWhole } from './atoms.ts';
import { dateReadings, spokenDates } from './date-readings.ts';
import { fold } from '../text/fold.ts';
import { numberReadings } from './number-readings.ts';

test.each([
  ['1000', ['1000']],
  ['1000.00', ['1000']],
  ['1,000.00', ['1000']],
  ['1.000,00', ['1000']],
  ["1'000", ['1000']],
  ['1 000 000', ['1000000']],
  ['1e3', ['1000']],
  ['1,000', ['1000', '1']],
  ['1.000', ['1', '1000']],
  ['12,5', ['12.5']],
  ['$1,234.50', ['1234.5']],
  ['€50', ['50']],
  ['50€', ['50']],
  ['50 eur', []],
  ['50eur', ['50']],
  ['-50', ['50']],
  ['-$50.10', ['50.1']],
  ['15%', ['15']],
  ['#12', ['12']],
  ['3rd', ['3']],
  ['.5', ['0.5']],
  ['12345678901234567890', ['12345678901234567890']],
  ['007', []],
  ['de12', []],
  ['12de34', []],
  ['1-2', []],
  ['', []],
  ['.', []],
])('%j is the numbers %j', (text, numbers) => {
  expect(numberReadings(text)).toEqual(numbers);
});

test('a number is read whatever JSON writes', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), (number) => {
      expect(numberReadings(JSON.stringify(number))).toContain(String(number));
      expect(numberReadings(number.toLocaleString('en-US'))).toContain(String(number));
      expect(numberReadings(number.toLocaleString('de-DE'))).toContain(String(number));
    }),
  );
});

test.each([
  ['2024-03-04', ['date:2024-03-04']],
  ['2024/3/4', ['date:2024-03-04']],
  ['3/4/2024', ['date:2024-03-04', 'date:2024-04-03']],
  ['3/3/2024', ['date:2024-03-03']],
  ['31/3/2024', ['date:2024-03-31']],
  ['4.3.24', ['date:2024-04-03', 'date:2024-03-04']],
  ['2024-03-04t10:00:00z', ['date:2024-03-04', 'time:10:00']],
  ['9:05', ['time:09:05']],
  ['23:59:59', ['time:23:59']],
  ['24:00', []],
  ['2024-13-04', []],
  ['2024', []],
  ['1.2.3.4', []],
])('%j is the dates %j', (text, dates) => {
  expect(dateReadings(text)).toEqual(dates);
});

test.each([
  ['on March 3, 2024 at', ['date:2024-03-03']],
  ['the 3rd of March 2024', ['date:2024-03-03']],
  ['3 Mar 2024', ['date:2024-03-03']],
  ['Sept. 21st', ['day:09-21']],
  ['may 15', ['day:05-15']],
  ['at 10 am, 10:30pm or 12 a.m.', ['time:10:00', 'time:22:30', 'time:00:00']],
  ['13 pm', []],
  ['marching 3 steps', []],
  ['March 45', []],
])('%j speaks of %j', (text, dates) => {
  expect(spokenDates(fold(text))).toEqual(dates);
});

test.each([
  ['Bob@X.example', ['email:bob@x.example']],
  ['mailto:bob@x.example', ['email:bob@x.example']],
  ['https://www.X.example/a/#top', ['url:x.example/a']],
  ['www.x.example', ['url:x.example']],
  ['1,000', ['number:1000', 'number:1']],
  ['2024-03-04', ['date:2024-03-04']],
  ['10:00', ['time:10:00']],
  ['2024-03-04T10:00', []],
  ['pay 12', []],
  ['x.example', []],
])('the whole of %j is %j', (text, atoms) => {
  expect(atomsOfWhole(fold(text))).toEqual(atoms);
});

test.each([
  ['pay 12, then 1,000.50 to DE12345.', ['number:12', 'number:1000.5']],
  ['amount=50&n:7', ['number:50', 'number:7']],
  ['1,2,3', ['number:1', 'number:2', 'number:3']],
  ['10-20', ['number:10', 'number:20']],
  ['AB-12-34 v1.2.3', []],
  ['on 2022-03-01 at 9:00', ['date:2022-03-01', 'time:09:00']],
  ['2022-03-01T09:00', ['date:2022-03-01', 'time:09:00']],
  ['a@x.example,b@x.example;', ['email:a@x.example', 'email:b@x.example']],
  ['see (https://x.example/a?b=1).', ['url:x.example/a?b=1', 'host:x.example']],
  ['"12" [13] <14>', ['number:12', 'number:13', 'number:14']],
  ['1 234 567 pieces', ['number:1', 'number:234', 'number:567', 'number:1234567']],
])('%j holds %j', (text, atoms) => {
  expect(new Set(atomsIn(fold(text)).flat())).toEqual(new Set(atoms));
});

test.each([
  ['one long word', 'a'.repeat(200_000)],
  ['digits', '1'.repeat(200_000)],
  ['digit groups', '1,'.repeat(100_000)],
  ['spaced groups', '123 '.repeat(50_000)],
  ['at signs', '@'.repeat(200_000)],
  ['almost addresses', 'a@a.'.repeat(50_000)],
  ['slashes', 'http://'.repeat(30_000)],
  ['months', 'may '.repeat(50_000)],
  ['backslashes', '\\u'.repeat(100_000)],
])('reading %s takes linear time', (_, text) => {
  // The time of this process alone: on a busy machine it takes longer by the clock.
  const before = process.cpuUsage();
  atomsIn(fold(text));
  atomsOfWhole(fold(text));
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
});

test('a number without groups reads as the number that it is', () => {
  const bare = fc.tuple(fc.nat({ max: 999_999 }), fc.nat({ max: 99 }));
  fc.assert(
    fc.property(bare, ([whole, cents]) => {
      const text = `${whole}.${String(cents).padStart(2, '0')}`;
      expect(numberReadings(text)).toEqual([String(Number(text))]);
      expect(numberReadings(`$${text}`)).toEqual(numberReadings(text));
      const held = AtomSet.of(`paid ${text}, thanks`);
      expect(held.has(`number:${Number(text)}`)).toBe(true);
      expect(held.has(`number:${whole + 1}.5`)).toBe(false);
    }),
  );
});

test('a number of more digits than a double has is found by its digits', () => {
  const held = AtomSet.of('account 12345678901234567890 and 1');
  expect(held.has('number:12345678901234567890')).toBe(true);
  expect(held.has('number:12345678901234567891')).toBe(false);
  expect(held.has('number:1.00000000000000001')).toBe(false);
  expect(held.has('number:1')).toBe(true);
});

test('each cell of a long row is an atom', () => {
  const row = '2024-03-04,berlin,1234.56,7.1,99999.99,0.5,a@x.example,12:30';
  const held = AtomSet.of(row.replaceAll('a@x.example,', ''));
  for (const atom of ['date:2024-03-04', 'number:1234.56', 'number:0.5', 'time:12:30']) {
    expect(held.has(atom)).toBe(true);
  }
  expect(AtomSet.of(row).has('email:a@x.example')).toBe(true);
});
