import { expect, test } from 'vitest';
import { RequestError } from '../protocol/errors.ts';
import { requireOwnAddress, type LocalEnd } from './called-address.ts';

const hosts = ['gateway.example', 'other.example:8443'];

function isOwn(at: string, end: LocalEnd): boolean {
  try {
    requireOwnAddress(at, { end, hosts });
    return true;
  } catch (error) {
    if (error instanceof RequestError && error.status === 403) return false;
    throw error;
  }
}

const end: LocalEnd = { localAddress: '127.0.0.1', localPort: 4141 };

test.each<[string, LocalEnd]>([
  ['http://127.0.0.1:4141', end],
  // As a server of both families names it.
  ['http://127.0.0.1:4141', { ...end, localAddress: '::ffff:127.0.0.1' }],
  ['http://127.0.0.1', { ...end, localPort: 80 }],
  ['http://[::1]:4141', { ...end, localAddress: '::1' }],
  ['https://127.0.0.1:4141', end],
  ['https://localhost', end],
  ['https://gateway.example', end],
  ['https://gateway.example:8443', end],
  ['https://other.example:8443', end],
])('%s is ours', (at, mine) => {
  expect(isOwn(at, mine)).toBe(true);
});

test.each<[string, LocalEnd]>([
  ['http://127.0.0.1:4142', end],
  ['http://127.0.0.2:4141', end],
  ['http://[::1]:4141', end],
  ['http://127.0.0.1', end],
  // Two addresses may go by this name.
  ['http://localhost:4141', end],
  ['http://gateway.example:4141', end],
  ['https://evil.example', end],
  ['https://other.example', end],
  ['https://gateway.example.evil.example', end],
  ['https://gateway.example@evil.example', end],
  ['http://127.0.0.1:4141/', end],
  ['http://x@127.0.0.1:4141', end],
  ['ws://127.0.0.1:4141', end],
  ['127.0.0.1:4141', end],
  ['', end],
  ['http://127.0.0.1:4141', { ...end, localAddress: undefined }],
  ['http://127.0.0.1:4141', { ...end, localPort: undefined }],
])('%s is not', (at, mine) => {
  expect(isOwn(at, mine)).toBe(false);
});
