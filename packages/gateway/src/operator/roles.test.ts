import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isAllowed, routeRoles } from './roles.ts';

test('the page lists every route with its role', () => {
  const page = readFileSync(new URL('../../../../docs/operator-api.md', import.meta.url), 'utf8');
  const listed = [...page.matchAll(/^\| (GET|POST|DELETE) (\S+) +\| (\w+) +\|/gm)].map(
    ([, method = '', path = '', role = '']) => `${method.toLowerCase()} ${path} ${role}`,
  );
  const table = Object.entries(routeRoles).flatMap(([method, routes]) =>
    Object.entries(routes).map(([path, role]) => `${method} ${path} ${role}`),
  );
  expect(listed.toSorted()).toEqual(table.toSorted());
});

test.each([
  [[], 'viewer', false],
  [['approver'], 'viewer', true],
  [['admin'], 'approver', false],
  [['approver'], 'endorser', false],
  [['viewer'], 'admin', false],
  [['viewer', 'approver'], 'approver', true],
  [[], 'anyone', true],
] as const)('%j may use what asks for %s: %s', (roles, needed, expected) => {
  expect(isAllowed(roles, needed)).toBe(expected);
});
