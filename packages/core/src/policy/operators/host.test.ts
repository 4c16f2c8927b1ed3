import { expect, test } from 'vitest';
import { limits } from '../../limits.ts';
import { proves } from '../../testing/proves.ts';
import { hasHost, readHost } from './host.ts';
import type { Truth } from './truth.ts';

function host(pattern: string, address: unknown): Truth {
  const read = readHost(pattern);
  if (read === undefined) throw new Error(`${pattern} is not read`);
  return hasHost([read], address);
}

test.each<[string, unknown, Truth]>([
  ['acme.example', 'https://acme.example', 'true'],
  ['acme.example', 'HTTP://Acme.Example/a?b=c@d#e', 'true'],
  ['acme.example', 'https://acme.example:443/', 'true'],
  ['acme.example', 'http://acme.example:80/', 'true'],
  ['acme.example', 'https://docs.acme.example/', 'false'],
  ['acme.example', 'https://acme.example.evil.example/', 'false'],
  ['acme.example', 'https://evil.example/acme.example', 'false'],
  ['*.acme.example', 'https://docs.acme.example/', 'true'],
  ['*.acme.example', 'https://a.docs.acme.example/', 'true'],
  ['*.acme.example', 'https://acme.example/', 'false'],
  ['*.acme.example', 'https://xacme.example/', 'false'],
  ['localhost', 'http://localhost/', 'true'],
])('%s, %j: %s', (pattern, address, wanted) => {
  expect(host(pattern, address)).toBe(wanted);
});

const unclear: readonly unknown[] = [
  'acme.example',
  '//acme.example/',
  '/acme.example',
  'ftp://acme.example/',
  'https:acme.example',
  'https:/acme.example/',
  'https:///acme.example/',
  'https://acme.example@evil.example/',
  'https://evil.example@acme.example/',
  'https://acme.example:443@evil.example/',
  String.raw`https://evil.example\@acme.example/`,
  String.raw`https://acme.example\.evil.example/`,
  String.raw`https:\\acme.example/`,
  'https://acme.example:8080/',
  'https://acme.example:/@evil.example',
  'https://acme.example./',
  'https://acme.example#@evil.example/',
  'https://acme.example?@evil.example/',
  'https://acme.exa\tmple/',
  'https://acme.example/ a',
  ' https://acme.example/',
  'https://acme.example/\n',
  'https://acme%2eexample/',
  'https://ａcme.example/',
  'https://acme。example/',
  'https://аcme.example/',
  'https://\u212aey.example/',
  'https://127.0.0.1/',
  'https://0x7f.1/',
  'https://2130706433/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://acme.example:99999/',
  7,
  null,
  `https://acme.example/${'a'.repeat(limits.patternCharactersMax)}`,
];

proves('policy/host-unclear', () => {
  for (const address of unclear) {
    for (const pattern of ['acme.example', 'key.example', '*.acme.example']) {
      expect(host(pattern, address), String(address)).toBe('unknown');
    }
  }
});

test.each([
  '',
  '*',
  '*.example',
  'https://acme.example',
  'acme.example:443',
  'acme.example/a',
  '*.*.example',
  'a.*.example',
  '127.0.0.1',
  '[::1]',
  'bücher.example',
  'acme.example.',
])('%j is no host of a policy', (text) => {
  expect(readHost(text)).toBeUndefined();
});
