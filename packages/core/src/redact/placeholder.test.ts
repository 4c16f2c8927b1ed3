import { expect } from 'vitest';
import { proves } from '../testing/proves.ts';
import { isPlaceholderIn, placeholder } from './redact-content.ts';

proves('redact/placeholder-found', () => {
  const holding = [
    JSON.stringify({ to: placeholder }),
    JSON.stringify({ body: `Dear ${placeholder}, hello` }),
    JSON.stringify({ [placeholder]: 1 }),
    JSON.stringify({ deep: [[{ list: [placeholder] }]] }),
    String.raw`{"to": "\u005bredacted\u005D"}`,
    String.raw`{"to": "[\u0072edacted]"}`,
    '{"to": "[REDACTED]"}',
    '{"url": "https://a.example/?q=%5Bredacted%5d"}',
    'to: [redacted]',
    '{"to": "[redac', // half a call is found by its syntax
  ];
  expect(holding.map(isPlaceholderIn)).toEqual(holding.map((_, at) => at < 9));
  const free = ['', '{}', '{"to": "redacted"}', '{"to": "[]"}', '["[", "redacted", "]"]', 'null'];
  expect(free.map(isPlaceholderIn)).toEqual(free.map(() => false));
});

proves('redact/placeholder-found', () => {
  const deep = `${'['.repeat(200_000)}"\\u005bredacted]"${']'.repeat(200_000)}`;
  expect(isPlaceholderIn(deep)).toBe(true);
});
