import { expect, test } from 'vitest';
import { proves } from '../../src/testing/proves.ts';
import { compatibilityPage } from './page.ts';
import { features } from './cases.ts';
import { keptRows, type ClientRows } from './rows.ts';

const rows: ClientRows = {
  client: 'one',
  version: '1.0.0',
  protocol: 'Messages',
  remark: 'it is slow',
  rows: {
    plain: { whole: 'works', stream: 'fails' },
    images: { whole: 'not offered', stream: 'not offered' },
  },
};

test('the page counts what was tried, and shows what failed', () => {
  const refusal = { protocol: 'Messages', asked: 'batches', code: 'c', message: 'no (do this)' };
  const reduction = { protocol: 'Messages', asked: 'a sketch', leftOut: '', unread: 'input[]' };
  const page = compatibilityPage([rows], { refusals: [refusal], reductions: [reduction] });
  expect(page).toContain('2 rows, of which 1 fail.');
  expect(page).toContain('| plain   | works (whole), fails (stream) |');
  expect(page).toContain('| images  | not offered');
  expect(page).toContain('- one: it is slow.');
  expect(page).toContain('| batches   | no (do this) |');
  expect(page).toContain('| a sketch  |          | `input[]`   |');
});

/** The rows themselves are written by the tests of each client, which compare them on every run. */
proves('compatibility/no-row-fails', () => {
  for (const { rows: kept } of keptRows()) {
    expect(Object.keys(kept)).toEqual([...features]);
    expect(JSON.stringify(kept)).not.toContain('fails');
  }
});
