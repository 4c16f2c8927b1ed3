import { expect, test } from 'vitest';
import { send } from '../attacks/raw.ts';
import { startRig } from '../gateway/harness.ts';
import { proves } from '../../src/testing/proves.ts';

proves('console/page-policy', async () => {
  await using rig = await startRig();
  const page = await send(rig, { method: 'GET', path: '/console' });
  const policy = String(page.headers['content-security-policy']);
  expect(page.status).toBe(200);
  for (const part of [
    "default-src 'none'",
    "script-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]) {
    expect(policy.split('; ')).toContain(part);
  }
  expect(policy).not.toMatch(/unsafe|https?:|\*|data:/);
  expect(page.headers['x-frame-options']).toBe('DENY');
  expect(page.headers['referrer-policy']).toBe('no-referrer');
  const named = [...page.text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, to]) => to);
  expect(named.length).toBeGreaterThan(2);
  for (const to of named) {
    expect(to).toMatch(/^\/console\/console\.(?:js|css|svg)$/);
    expect((await send(rig, { method: 'GET', path: to ?? '' })).status).toBe(200);
  }
  expect(page.text).not.toMatch(/<script(?![^>]* src=)|<style| on\w+=/);
});

test.each([
  ['GET', '/console/../sluice.yaml', 404],
  ['GET', '/console/%2e%2e/sluice.yaml', 404],
  ['GET', '/console/none.js', 404],
  ['GET', '/console/', 200],
  ['GET', '/console?x=1', 200],
  ['HEAD', '/console', 200],
  ['POST', '/console', 405],
])('%s %s is %d', async (method, path, status) => {
  await using rig = await startRig();
  expect((await send(rig, { method, path })).status).toBe(status);
});

test('the page is not there under a foreign name', async () => {
  await using rig = await startRig();
  const headers = { host: 'evil.example' };
  expect((await send(rig, { method: 'GET', path: '/console', headers })).status).toBe(421);
});
