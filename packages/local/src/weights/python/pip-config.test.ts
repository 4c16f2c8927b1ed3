import { expect, test } from 'vitest';
import { indexUrl } from './pip-config.ts';

const own = 'https://packages.example/simple';
type Files = Readonly<Record<string, string>>;

function url(env: Readonly<Record<string, string>>, files: Files, platform = 'linux'): string {
  const read = (file: string): string | undefined => files[file.replaceAll('\\', '/')];
  return indexUrl({ HOME: '/home/ada', ...env }, { platform, read });
}

test.each<[string, Readonly<Record<string, string>>, Files, string]>([
  ['nothing said', {}, {}, 'https://pypi.org/simple'],
  ['the variable', { PIP_INDEX_URL: own }, { '/etc/pip.conf': '[global]\nindex-url = x' }, own],
  ['the machine', {}, { '/etc/pip.conf': `[global]\nindex-url = ${own}\n` }, own],
  [
    'the user before the machine',
    {},
    {
      '/etc/pip.conf': '[global]\nindex-url = https://other.example',
      '/home/ada/.config/pip/pip.conf': `[global]\r\ntimeout = 60\r\nindex_url: ${own}\r\n`,
    },
    own,
  ],
  [
    'the older place of the user',
    {},
    { '/home/ada/.pip/pip.conf': `[global]\nindex-url=${own}` },
    own,
  ],
  [
    'another folder for settings',
    { XDG_CONFIG_HOME: '/xdg' },
    { '/xdg/pip/pip.conf': `[global]\nindex-url=${own}` },
    own,
  ],
  [
    'the environment before the user',
    { VIRTUAL_ENV: '/venv' },
    {
      '/home/ada/.pip/pip.conf': '[global]\nindex-url = https://other.example',
      '/venv/pip.conf': `[global]\nindex-url = ${own}`,
    },
    own,
  ],
  [
    'the named file before all',
    { PIP_CONFIG_FILE: '/named.conf', VIRTUAL_ENV: '/venv' },
    {
      '/venv/pip.conf': '[global]\nindex-url = https://other.example',
      '/named.conf': `[global]\nindex-url = ${own}`,
    },
    own,
  ],
  [
    'for downloads alone',
    {},
    { '/etc/pip.conf': `[global]\nindex-url = x\n[download]\nindex-url = ${own}` },
    own,
  ],
  [
    'another index beside it',
    {},
    { '/etc/pip.conf': `[global]\nextra-index-url = ${own}` },
    'https://pypi.org/simple',
  ],
  [
    'another section',
    {},
    { '/etc/pip.conf': `[list]\nindex-url = ${own}` },
    'https://pypi.org/simple',
  ],
])('%s', (...[, env, files, expected]) => {
  expect(url(env, files)).toBe(expected);
});

test('a Mac and Windows have places of their own', () => {
  const text = `[global]\nindex-url = ${own}`;
  const mac = '/home/ada/Library/Application Support/pip/pip.conf';
  expect(url({}, { [mac]: text }, 'darwin')).toBe(own);
  expect(url({ APPDATA: '/roaming' }, { '/roaming/pip/pip.ini': text }, 'win32')).toBe(own);
});
