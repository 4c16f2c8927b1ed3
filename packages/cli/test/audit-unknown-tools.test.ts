import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { payerPolicy, policyFor } from './chat-logs.ts';
import {
  attacked,
  benign,
  calls,
  friend,
  messagesOf,
  money,
  record,
  says,
  written,
} from './recorded-runs.ts';
import { sluice } from './terminal.ts';

/** A benign run that calls these tools, and of the known ones nothing that would be asked about. */
function calling(...tools: readonly string[]) {
  return record([
    says('user', `Send 5 to ${friend} for the payment of 2025-03-14.`),
    ...calls('send_money', money(friend, 5), 'sent'),
    ...tools.flatMap((tool) => calls(tool, { query: 'mine' }, 'found')),
    says('assistant', 'Done.'),
  ]);
}

describe('a policy for other tools is refused, for it would look perfect', () => {
  test('says what it does not know and what to type, and leaves no report', async () => {
    const file = written('runs.jsonl', [attacked(), benign()]);
    const folder = path.dirname(file);
    const html = path.join(folder, 'report.html');
    const argv = ['audit', file, '--policy', policyFor('read_mail'), '--html', html, '--json'];
    const ran = await sluice(argv);
    expect(ran.code).toBe(2);
    expect(ran.out).toBe('');
    expect(ran.errors).toContain('knows 0 of the 2 tools that `banking` called');
    expect(ran.errors).toContain('0 of its 5 calls');
    expect(ran.errors).toContain('`--policy FILE`');
    expect(ran.errors).toContain('unknown: `read_file`, `send_money`');
    expect(existsSync(html)).toBe(false);
    expect(readdirSync(folder)).toEqual(['runs.jsonl']);
  });

  test.each([
    ['more than half of the calls', ['a', 'b'], 2],
    ['half of them', ['a'], 0],
  ])('%s', async (_, tools, code) => {
    const file = written('runs.jsonl', [calling(...tools)]);
    expect((await sluice(['audit', file, '--policy', payerPolicy()])).code).toBe(code);
  });

  test('one suite among others', async () => {
    const other = { ...calling('a', 'b'), suite_name: 'other' };
    const file = written('runs.jsonl', [benign(), other]);
    const ran = await sluice(['audit', file, '--policy', payerPolicy()]);
    expect(ran.errors).toContain('1 of the 3 tools that `other` called');
    const chosen = await sluice(['audit', file, '--policy', payerPolicy(), '--suite', 'banking']);
    expect(chosen.code).toBe(0);
  });

  test('after a thousand calls it is not waited for the end', async () => {
    const many = calling(...Array.from({ length: 999 }, () => 'a'));
    const file = written('runs.jsonl', [many, calling()]);
    const ran = await sluice(['audit', file, '--policy', policyFor('b'), '--workers', '0']);
    expect(ran.errors).toContain('0 of its 1000 calls');
  });

  test('also where an earlier audit did the runs already', async () => {
    const file = written('runs.jsonl', [calling('a', 'b')]);
    const state = path.join(path.dirname(file), 'state');
    const argv = ['audit', file, '--policy', payerPolicy(), '--resume', state];
    expect((await sluice(argv)).code).toBe(2);
    expect((await sluice(argv)).code).toBe(2);
  });

  test('names of records cannot write to the screen', async () => {
    const file = written('runs.jsonl', [calling('a\u001B[2J', 'b')]);
    const ran = await sluice(['audit', file, '--policy', payerPolicy()]);
    expect(ran.errors).toContain(String.raw`a\u001b[2J`);
    expect(ran.errors).not.toContain('\u001B');
  });
});

describe('where most calls are known', () => {
  test.each(['ask', 'log', 'block'] as const)(
    'in %s mode each call of an unknown tool interrupts once, under every propagator',
    async (mode) => {
      const file = written('runs.jsonl', [calling('a'), calling()]);
      const ran = await sluice(['audit', file, '--policy', payerPolicy(mode), '--json']);
      expect(ran.code).toBe(0);
      expect(ran.figures()).toMatchObject({
        'audit.unknownCalls': 1,
        'audit.interruptions.lineage': 0.5,
        'audit.callsForHuman.lineage': 0.3333,
      });
      expect(ran.out.match(/^benign, .*: a is no tool that the policy knows$/gm)).toEqual([
        expect.stringContaining('benign, lineage and naive: '),
      ]);
    },
  );

  test('they are named by file and suite', async () => {
    const [first, second] = [[calling('a'), calling('b')], [calling('a')]].map((runs) =>
      written('runs.jsonl', runs),
    );
    const other = written('runs.jsonl', [{ ...calling('c'), suite_name: 'other' }]);
    const argv = ['audit', first ?? '', second ?? '', other, '--policy', payerPolicy()];
    const { out } = await sluice(argv);
    const line = (file: string | undefined, rest: string): string =>
      `unknown to the policy: ${file}: ${rest}`;
    expect(out).toContain(line(first, 'banking: 2 × a call of `a`, `b`'));
    expect(out).toContain(line(second, 'banking: 1 × a call of `a`'));
    expect(out).toContain(line(other, 'other: 1 × a call of `c`'));
  });

  test('an attack through one of them is not contained', async () => {
    const reads = Array.from({ length: 3 }, () => calls('read_file', { file_path: 'a' }, 'x'));
    const messages = [
      ...messagesOf(attacked()).slice(0, -1),
      ...reads.flat(),
      says('assistant', 'Done.'),
    ];
    const file = written('runs.jsonl', [attacked({ messages })]);
    const ran = await sluice(['audit', file, '--policy', policyFor('read_file'), '--json']);
    expect(ran.code).toBe(1);
    expect(ran.figures()).toMatchObject({ 'audit.contained.share': 0, 'audit.uncovered': 1 });
    expect(ran.out).toContain('acts through a tool that the policy does not know');
  });
});
