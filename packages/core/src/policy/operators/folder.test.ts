import { expect, test } from 'vitest';
import { limits } from '../../limits.ts';
import { proves } from '../../testing/proves.ts';
import { isUnder, readFolder } from './folder.ts';
import type { Truth } from './truth.ts';

function under(folder: string, path: unknown): Truth {
  const read = readFolder(folder);
  if (read === undefined) throw new Error(`${folder} is not read`);
  return isUnder([read], path);
}

const posix = '/srv/handbook';
const windows = String.raw`C:\srv\handbook`;

test.each<[string, unknown, Truth]>([
  [posix, '/srv/handbook', 'true'],
  [posix, '/srv/handbook/a,/etc/passwd', 'unknown'],
  [posix, '/srv/handbook/a; /etc/passwd', 'unknown'],
  [posix, '/srv/handbook/', 'true'],
  [posix, '/srv/handbook/pay.md', 'true'],
  [posix, '/srv/./x/../handbook/a/../pay.md', 'true'],
  [posix, '/../srv/handbook/pay.md', 'true'],
  [posix, '/srv/handbook2/pay.md', 'false'],
  [posix, '/srv', 'false'],
  [posix, '/srv/handbook/../secret', 'false'],
  [posix, '/', 'false'],
  ['/', '/etc/passwd', 'true'],
  ['handbook', 'handbook/pay.md', 'true'],
  ['handbook', './handbook/a', 'true'],
  ['handbook', 'a/../handbook/a', 'true'],
  ['handbook', 'secret', 'false'],
  ['.', 'a/b', 'true'],
  [windows, String.raw`c:\srv\handbook\a`, 'true'],
  [windows, 'C:/srv/handbook/a', 'true'],
  [windows, String.raw`C:\srv\handbook\..\a`, 'false'],
  [windows, String.raw`D:\srv\handbook\a`, 'unknown'],
])('below %s, %j: %s', (folder, path, wanted) => {
  expect(under(folder, path)).toBe(wanted);
});

const unclear: readonly (readonly [string, unknown])[] = [
  [posix, 'handbook/pay.md'],
  [posix, '../srv/handbook'],
  [posix, '~/handbook'],
  [posix, '~root/x'],
  [posix, ''],
  [posix, '/srv//handbook/a'],
  [posix, '//srv/handbook/a'],
  [posix, '/srv/handbook/%2e%2e/secret'],
  [posix, '/srv/handbook%2fa'],
  [posix, '/srv/handbook/a\0.md'],
  [posix, '/srv/handbook/\n'],
  [posix, String.raw`/srv/handbook/..\..\secret`],
  [posix, String.raw`\srv\handbook\a`],
  [posix, String.raw`C:\srv\handbook\a`],
  [posix, '/SRV/handbook/a'],
  [posix, '/srv/handbook/․․/secret'],
  [posix, '/srv／handbook/a'],
  [posix, '/srv/handbook∕..∕secret'],
  [posix, '/srv/handbook/.. /secret'],
  [posix, '/srv/handbook./a'],
  [posix, '/srv/handbook/HANDBO~1'],
  [posix, '/srv/$HOME/a'],
  [posix, '/srv/*/a'],
  [posix, '/srv/{handbook,secret}/a'],
  [posix, 'file:///srv/handbook/a'],
  [posix, '/srv/handbook/a:stream'],
  [posix, 7],
  [posix, null],
  [posix, `/srv/handbook/${'a'.repeat(limits.patternCharactersMax)}`],
  ['handbook', '/srv/handbook'],
  ['handbook', '../handbook/a'],
  ['handbook', 'handbook/../../handbook/a'],
  ['handbook', '~handbook/a'],
  ['.', '~/a'],
  [windows, String.raw`C:srv\handbook`],
  [windows, String.raw`\srv\handbook\a`],
  [windows, String.raw`\\?\C:\srv\handbook\a`],
  [windows, String.raw`C:\srv\handbook\a.txt:stream`],
];

proves('policy/path-unclear', () => {
  for (const [folder, path] of unclear) {
    expect(under(folder, path), `${String(path)} below ${folder}`).toBe('unknown');
  }
});

test.each(['', '~/a', '..', '/srv//a', '/srv/*', 'https://a.example', String.raw`/srv\a`])(
  '%j is no folder of a policy',
  (text) => {
    expect(readFolder(text)).toBeUndefined();
  },
);
