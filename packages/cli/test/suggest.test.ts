import { describe, expect, test } from 'vitest';
import { edited } from '../src/suggest/edit.ts';
import { attacked, benign, calls, record, says, written, writtenText } from './recorded-runs.ts';
import { sluice } from './terminal.ts';

const policy = `version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: ask
answer: { ceiling: top }
templates:
  read:
    effect: read
    description: trusted
    call: { ceiling: top }
    result: { format: text, label: untrusted }
  act:
    description: trusted
    call: { ceiling: trusted }
    result: { format: text, label: trusted }
tools:
  # Kept as it is.
  list_orders: { like: read }
  refund_order: { like: act }
  read_file: { like: read }
  send_money: { like: act }
`;

function refunding(order: string) {
  return record([
    says('user', 'Refund the last order.'),
    ...calls('list_orders', {}, `[{"id": "${order}", "note": "thanks"}]`),
    ...calls('refund_order', { order }, 'ok'),
    says('assistant', 'Done.'),
  ]);
}

test('the change that spares most questions comes first, and the narrower of two', async () => {
  const runs = written('runs.jsonl', [
    refunding('ORD-7155-AX'),
    refunding('ORD-8266-BY'),
    benign(),
    attacked(),
  ]);
  const file = writtenText('sluice.yaml', policy);
  const ran = await sluice(['suggest', runs, '--policy', file, '--json']);
  expect(ran.code).toBe(0);
  expect(ran.out).toContain('3 runs that nobody attacked');
  expect(ran.out).toMatch(
    /^1\. No stranger writes \$\[\*\]\['id'\] of what `list_orders` returns$/m,
  );
  expect(ran.out).toContain('spares 2 of');
  expect(ran.out).toContain('strangers could then lead to `send_money`');
  expect(ran.out).toContain('1 successful attacks: 1 contained');
  expect(ran.figures()).toMatchObject({ 'suggest.attackedRuns': 1, 'suggest.contained': 1 });
});

test('what a change would let through is said, and changes no order', async () => {
  const file = writtenText('sluice.yaml', policy);
  const together = written('runs.jsonl', [benign(), attacked()]);
  const alone = written('runs.jsonl', [benign()]);
  const ran = await sluice(['suggest', together, '--policy', file, '--json']);
  const before = await sluice(['suggest', alone, '--policy', file, '--json']);
  const orderOf = (out: string): unknown => out.match(/^\d+\. .*$/gm);
  expect(orderOf(ran.out)).toEqual(orderOf(before.out));
  expect(before.out).toContain('No attacked runs were given');
});

describe('edits', () => {
  test.each([
    [
      { kind: 'result', tool: 'list_orders' } as const,
      { like: 'read', result: { label: 'bottom' } },
    ],
    [
      { kind: 'field', tool: 'list_orders', path: '$.id' } as const,
      {
        like: 'read',
        result: { format: 'auto', shape: 'bottom', rules: [{ path: '$.id', label: 'bottom' }] },
      },
    ],
    [{ kind: 'call', tool: 'refund_order' } as const, { like: 'act', call: { ceiling: 'top' } }],
    [
      { kind: 'argument', tool: 'refund_order', argument: 'order', values: ['1'] } as const,
      {
        like: 'act',
        call: { rules: [{ when: { order: ['1'] }, ceiling: 'top' }] },
      },
    ],
  ])('%j', (candidate, tool) => {
    const made = edited(policy, candidate);
    expect(made?.lines).toEqual([`${candidate.tool}: ${JSON.stringify(tool)}`]);
    expect(made?.text).toContain('# Kept as it is.');
  });

  test('a tool that the file does not name is not edited', () => {
    expect(edited(policy, { kind: 'result', tool: 'other' })).toBeUndefined();
  });
});

test('runs of several suites want one to be named', async () => {
  const runs = written('runs.jsonl', [
    benign(),
    { ...refunding('ORD-7155-AX'), suite_name: 'shop' },
  ]);
  const ran = await sluice(['suggest', runs, '--policy', writtenText('sluice.yaml', policy)]);
  expect(ran.code).toBe(2);
  expect(ran.errors).toContain('--suite shop');
});

test('attacks that get through are answered by stricter changes, with their cost', async () => {
  const trusting = policy
    .replace('read_file: { like: read }', 'read_file: { like: read, result: { label: trusted } }')
    .replace('send_money: { like: act }', 'send_money: { like: act, call: { ceiling: top } }');
  const file = writtenText('sluice.yaml', trusting);
  const runs = written('runs.jsonl', [benign(), attacked()]);
  const both = await sluice(['suggest', runs, '--policy', file, '--json']);
  expect(both.figures()).toMatchObject({ 'suggest.uncovered': 1, 'suggest.stricter': 0 });
  expect(both.out).toContain('1 attacks get through a call. No single change would stop one.');
  const one = policy.replace('read_file: { like: read }', 'read_file: { like: act }');
  const ran = await sluice(['suggest', runs, '--policy', writtenText('one.yaml', one), '--json']);
  expect(ran.out).toContain('1. Strangers write what `read_file` returns');
  expect(ran.out).toContain('stops 1 of 1; 1 more questions');
  expect(ran.figures()).toMatchObject({ 'suggest.uncovered': 1, 'suggest.stricter': 1 });
});
