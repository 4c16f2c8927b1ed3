import { expect, test } from 'vitest';
import { mailPolicy } from '../../../test/mail-agent.ts';
import { CheckedCalls } from './checked-calls.ts';

const asIs = (args: unknown): unknown => args;

function checks() {
  const calls = new CheckedCalls({ policy: mailPolicy, prompt: 'trusted' });
  const ran: unknown[] = [];
  const go = (callId: string, tool: string, given: unknown) =>
    calls.execute(
      { callId, tool, given, parse: asIs },
      (args) => {
        ran.push(args);
        return 'done';
      },
      (text) => text,
    );
  return { calls, ran, go };
}

test('a prompt of no label is told at once', () => {
  expect(() => new CheckedCalls({ policy: mailPolicy, prompt: 'fine' })).toThrow(/fine/);
});

test('calls of one generation are decided before any of them runs', async () => {
  const { calls, go } = checks();
  calls.decide({ callId: 'a', tool: 'read_mail', given: {} });
  calls.decide({ callId: 'b', tool: 'send_money', given: { to: 'Bob' } });
  expect(await go('a', 'read_mail', {})).toMatchObject({ kind: 'ran' });
  expect(await go('b', 'send_money', { to: 'Bob' })).toMatchObject({ kind: 'ran' });
  expect(await go('c', 'send_money', { to: 'Bob' })).toMatchObject({ kind: 'refused' });
});

test('a yes counts for one call, its arguments, and once', async () => {
  const { calls, ran, go } = checks();
  await go('a', 'read_mail', {});
  calls.decide({ callId: 'b', tool: 'send_money', given: { to: 'Bob' } });
  calls.settle('b', { approved: true, by: 'somebody' });
  expect(await go('b', 'send_money', { to: 'Eve' })).toMatchObject({ kind: 'refused' });
  calls.decide({ callId: 'b', tool: 'send_money', given: { to: 'Bob' } });
  calls.settle('b', { approved: true, by: 'somebody' });
  expect(await go('b', 'send_money', { to: 'Bob' })).toMatchObject({ kind: 'ran' });
  expect(await go('b', 'send_money', { to: 'Bob' })).toMatchObject({ kind: 'refused' });
  expect(ran).toEqual([{}, { to: 'Bob' }]);
});

test('a no, and a yes to no question, run nothing', async () => {
  const { calls, go } = checks();
  await go('a', 'read_mail', {});
  calls.settle('b', { approved: true, by: 'somebody' });
  expect(await go('b', 'send_money', {})).toMatchObject({ kind: 'refused' });
  calls.decide({ callId: 'c', tool: 'send_money', given: {} });
  calls.settle('c', { approved: false, by: 'somebody' });
  expect(await go('c', 'send_money', {})).toMatchObject({ kind: 'refused' });
});

test('the text of an error counts as seen', async () => {
  const { calls, go } = checks();
  const fails = calls.execute(
    { callId: 'a', tool: 'read_mail', given: {}, parse: asIs },
    () => Promise.reject(new RangeError('what a stranger wrote')),
    () => '',
  );
  await expect(fails).rejects.toThrow(RangeError);
  expect(await go('b', 'send_money', {})).toMatchObject({ kind: 'refused' });
});
