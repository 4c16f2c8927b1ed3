import { expect, test } from 'vitest';
import { RequestError } from '../../errors.ts';
import { allowedBetas, passedBetas, splitBetas } from './headers.ts';

const caching = 'prompt-caching-2024-07-31';
const thinking = 'interleaved-thinking-2025-05-14';

test.each([
  [undefined, [], []],
  ['', [], []],
  [caching, [caching], []],
  [` ${caching} ,${thinking},, ${caching}`, [caching, thinking], []],
  [`${caching},mcp-client-2025-11-20`, [caching], ['mcp-client-2025-11-20']],
  ['files-api-2025-04-14,skills-2025-10-02', [], ['files-api-2025-04-14', 'skills-2025-10-02']],
])('%j is split', (header, allowed, refused) => {
  expect(splitBetas(header)).toEqual({ allowed, refused });
});

test('allowed values are passed on, and none is no header', () => {
  expect(passedBetas(`${caching}, ${thinking}`)).toBe(`${caching},${thinking}`);
  expect(passedBetas(undefined)).toBeUndefined();
  const all = [...allowedBetas].join(',');
  expect(passedBetas(all)).toBe(all);
});

test.each([
  ['code-execution-2025-05-22', '`code-execution-2025-05-22`'],
  [`${caching},hunter 2`, 'a value'],
])('%j is refused', (header, named) => {
  const message = `${named} of \`anthropic-beta\` is not supported`;
  expect(() => passedBetas(header)).toThrow(
    expect.objectContaining({
      status: 400,
      message,
      hint: expect.stringContaining('leave it out'),
    }),
  );
  expect(() => passedBetas(header)).toThrow(RequestError);
});

test('a thread at the provider is refused with the word for the SDK that opens it', () => {
  expect(() => passedBetas('message-threads-2026-08-12')).toThrow(
    expect.objectContaining({ hint: expect.stringContaining('`thread: false`') }),
  );
});
