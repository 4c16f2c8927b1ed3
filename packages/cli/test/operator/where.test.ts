import { expect, test } from 'vitest';
import { proves } from '../../../gateway/src/testing/proves.ts';
import { OperatorClient } from '../../src/operator/api/client.ts';
import { urlIn, usualUrl } from '../../src/operator/api/where.ts';
import { project, type Files } from '../projects.ts';

const told = (url: string): Files => ({ '.sluice/gateway.url': `${url}\n` });
const set = (listen: string): Files => ({ 'gateway.yaml': `listen: ${listen}\n` });

test.each<[string, Files, string]>([
  ['nothing', {}, usualUrl],
  ['a gateway’s word', told('http://127.0.0.1:5000'), 'http://127.0.0.1:5000'],
  ['the settings', set('{ port: 4242 }'), 'http://127.0.0.1:4242'],
  ['another own address', set('{ port: 1, host: localhost }'), 'http://localhost:1'],
  ['the other family', set("{ port: 1, host: '::1' }"), 'http://[::1]:1'],
  ['every address', set('{ port: 1, host: 0.0.0.0 }'), 'http://127.0.0.1:1'],
  ['TLS', set('{ port: 1, host: localhost, tls: {} }'), 'https://localhost:1'],
  ['both', { ...told('http://127.0.0.1:2'), ...set('{ port: 3 }') }, 'http://127.0.0.1:2'],
  ['no port', set('{ host: 127.0.0.1 }'), usualUrl],
  ['no settings', { 'gateway.yaml': 'listen: {' }, usualUrl],
  ['an alias', { 'gateway.yaml': 'a: &a { port: 1 }\nlisten: *a' }, usualUrl],
  ['an empty word', { ...told(''), ...set('{ port: 3 }') }, 'http://127.0.0.1:3'],
  ['a folder for a file', { '.sluice/gateway.url/x': '' }, usualUrl],
])('by %s', (_, files, url) => {
  expect(urlIn(project(files))).toBe(url);
});

proves('set-up/url-stays-here', () => {
  const elsewhere = [
    'https://evil.example',
    'http://evil.example:4141',
    'https://127.0.0.1.evil.example',
    'https://127.0.0.1@evil.example',
    'https://evil.example/127.0.0.1',
    'file:///127.0.0.1',
    'no address',
  ];
  for (const url of elsewhere) expect([url, urlIn(project(told(url)))]).toEqual([url, usualUrl]);
  const hosts = ['evil.example', '192.0.2.1', '127.0.0.1.evil.example', "'x@evil.example'"];
  for (const host of hosts) {
    const folder = project(set(`{ port: 1, host: ${host}, tls: {} }`));
    const env = { SLUICE_OPERATOR_KEY: `op-sluice-${'x'.repeat(43)}` };
    expect([host, new OperatorClient({}, { env, folder }).url]).toEqual([host, usualUrl]);
  }
});
