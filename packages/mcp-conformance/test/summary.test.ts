import { expect, test } from 'vitest';
import type { Outcome, Row } from '../src/index.ts';
import { figuresOf, scenariosNamed, verdicts } from '../src/index.ts';

const [required] = scenariosNamed(['requests/unicode']);
const [optional] = scenariosNamed(['pins/call']);
const holds: Outcome = { kind: 'holds' };
const fails: Outcome = { kind: 'fails', because: 'a reason' };
const notRun: Outcome = { kind: 'not-run', because: 'no wire' };

function rows(scenario: Row['scenario'] | undefined, old: Outcome, current: Outcome): Row[] {
  if (scenario === undefined) throw new Error('a scenario was renamed');
  return [
    { scenario, era: '2025-11-25', outcome: old },
    { scenario, era: '2026-07-28', outcome: current },
  ];
}

test.each<[string, [Outcome, Outcome], { kind: string; because: string }]>([
  ['holds in both eras', [holds, holds], { kind: 'holds', because: '' }],
  ['fails in one', [holds, fails], { kind: 'fails', because: '2026-07-28: a reason' }],
  ['fails in both', [fails, fails], { kind: 'fails', because: 'a reason' }],
  ['fails and was not run', [fails, notRun], { kind: 'fails', because: '2025-11-25: a reason' }],
  ['holds where it was run', [notRun, holds], { kind: 'holds', because: '' }],
  ['was never run', [notRun, notRun], { kind: 'not-run', because: 'no wire' }],
])('a scenario that %s', (_, [old, current], verdict) => {
  expect(verdicts(rows(required, old, current))).toMatchObject([verdict]);
});

test('an optional scenario that fails is counted apart', () => {
  const found = verdicts([...rows(required, holds, holds), ...rows(optional, fails, fails)]);
  expect(figuresOf(found)).toEqual({
    'mcp.proxy.scenarios': 2,
    'mcp.proxy.holding': 1,
    'mcp.proxy.failing': 0,
    'mcp.proxy.optionalFailing': 1,
    'mcp.proxy.notRun': 0,
  });
});
