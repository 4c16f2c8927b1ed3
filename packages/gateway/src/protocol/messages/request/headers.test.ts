import { expect, test } from 'vitest';
import { allowedBetas, passedHeaders } from './headers.ts';

const caching = 'prompt-caching-2024-07-31';
const thinking = 'interleaved-thinking-2025-05-14';
const first = { 'anthropic-version': '2023-06-01' };

function passed(headers: Readonly<Record<string, string>>): {
  readonly headers: Readonly<Record<string, string>>;
  readonly dropped: readonly string[];
} {
  const dropped: string[] = [];
  const kept = passedHeaders(
    (name) => headers[name],
    (what) => dropped.push(what),
    new Set(['of-mine-2027-01-01']),
  );
  return { headers: kept, dropped };
}

test.each([
  [undefined, undefined, []],
  ['', undefined, []],
  [caching, caching, []],
  [` ${caching} ,${thinking},, ${caching}`, `${caching},${thinking}`, []],
  [`${caching},mcp-client-2025-11-20`, caching, ['anthropic-beta:mcp-client-2025-11-20']],
  ['of-mine-2027-01-01', 'of-mine-2027-01-01', []],
  ['message-threads-2026-08-12', undefined, ['anthropic-beta:message-threads-2026-08-12']],
  [`${caching},hunter 2`, caching, ['anthropic-beta']],
])('of the betas %j, those that we know are passed on', (betas, kept, dropped) => {
  expect(passed(betas === undefined ? {} : { 'anthropic-beta': betas })).toEqual({
    headers: { ...first, ...(kept !== undefined && { 'anthropic-beta': kept }) },
    dropped,
  });
});

test('all that we know are passed on', () => {
  const all = [...allowedBetas].join(',');
  expect(passed({ 'anthropic-beta': all })).toMatchObject({ headers: { 'anthropic-beta': all } });
});

test.each([
  ['2023-06-01', '2023-06-01', []],
  ['2026-10-21', '2026-10-21', []],
  ['', '2026-10-21', ['anthropic-version']],
  ['2030-01-01', '2026-10-21', ['anthropic-version']],
  ['hunter2', '2026-10-21', ['anthropic-version']],
])('a client of version %j speaks %s', (version, spoken, dropped) => {
  const headers = { 'anthropic-version': spoken };
  expect(passed({ 'anthropic-version': version })).toEqual({ headers, dropped });
});
