import { readFileSync } from 'node:fs';
import { eventLine, loadPolicy, Monitor, naive, scriptedModel } from '@sluice/core';
import { describe, expect, test } from 'vitest';
import { payerPolicy } from './chat-logs.ts';
import { friend, money, stranger, writtenText } from './recorded-runs.ts';
import { sluice } from './terminal.ts';

/** The lines that a run of this name writes while it reads a bill and pays it; ids are its own. */
async function linesOf(run: string, recipient: string, lines: string[] = []): Promise<string[]> {
  const replies = [
    { calls: [{ tool: 'read_file', args: JSON.stringify({ file_path: 'bill.txt' }) }] },
    { calls: [{ tool: 'send_money', args: JSON.stringify(money(recipient, 12.5)) }] },
    { text: 'Paid.' },
  ];
  let calls = 0;
  const monitor = new Monitor({
    policy: await loadPolicy(readFileSync(payerPolicy('log'), 'utf8')),
    propagator: naive(),
    model: scriptedModel(({ view }) => {
      const taken = view.messages.filter(({ role }) => role === 'assistant').length;
      return replies[taken] ?? '';
    }),
    tools: [
      tool('read_file', ['file_path'], `Please pay 12.50 to ${recipient}.`),
      tool('send_money', ['recipient', 'amount', 'subject', 'date'], 'sent'),
    ],
    confirm: undefined,
    structure: 'keep',
    shortcuts: { allowedDraft: false, lazyReads: false },
    runId: run,
    newId: () => `call_${(calls += 1)}`,
    onEvent: (event, of) => void lines.push(eventLine(of, event)),
  });
  await monitor.turn('Pay the bill in bill.txt.');
  return lines;
}

function tool(name: string, names: readonly string[], output: string) {
  const properties = Object.fromEntries(names.map((one) => [one, {}]));
  const parameters = { type: 'object', properties };
  return { name, description: '', parameters, execute: () => output };
}

const log = (lines: readonly string[]): string => writtenText('events.jsonl', lines.join('\n'));

/** Two runs whose lines fall in turn, and whose calls have the same ids. */
const shared = async (): Promise<string> => {
  const [a, b] = [await linesOf('morning', friend), await linesOf('evening', stranger)];
  return log(a.flatMap((line, at) => [line, b[at] ?? '']));
};

/** The id of the payment, the same in every run. */
const payment = async (): Promise<string> => {
  const line = (await linesOf('any', friend)).find((one) => /decided.*"send_money"/.test(one));
  return /"callId":"([^"]+)"/.exec(line ?? '')?.[1] ?? '';
};

describe('a log that holds several runs at once', () => {
  test('is reported as each of them alone', async () => {
    const ran = await sluice(['report', await shared(), '--json']);
    expect(ran.code).toBe(0);
    expect(ran.figures()).toMatchObject({
      'report.runs': 2,
      'report.wouldAsk': 2,
      'report.unreadable': 0,
    });
    expect(ran.out).toMatch(/sluice why call_\w+ --run morning --log \S+ --policy FILE/);
  });

  test.each([
    ['morning', friend, stranger],
    ['evening', stranger, friend],
  ])('why tells the %s’s decision and no other', async (run, own, other) => {
    const options = ['--policy', payerPolicy('log'), '--clearance', 'untrusted', '--run', run];
    const { code, out } = await sluice([
      'why',
      await payment(),
      '--log',
      await shared(),
      ...options,
    ]);
    expect(code).toBe(0);
    expect(out).toContain(`run: ${run}, step 2`);
    expect(out).toContain(own);
    expect(out).not.toContain(other);
  });

  test('an answer is known by its run', async () => {
    const file = await shared();
    const line = readFileSync(file, 'utf8')
      .split('\n')
      .find((one) => one.includes('"run":"evening"') && one.includes('answer-decided'));
    const seq = /"seq":(\d+)/.exec(line ?? '')?.[1] ?? '';
    const argv = ['why', `evening:${seq}`, '--log', file, '--policy', payerPolicy()];
    const { out } = await sluice(argv);
    expect(out).toContain('run: evening, step 3');
  });

  test('one whose later lines alone are there is reported too', async () => {
    const lines = (await linesOf('morning', friend)).slice(1);
    const ran = await sluice(['report', log(lines), '--json']);
    expect(ran.figures()).toMatchObject({ 'report.runs': 1, 'report.wouldAsk': 1 });
  });
});

describe('why says what to type', () => {
  async function errorsOf(id: string, file: string, ...options: readonly string[]) {
    const ran = await sluice(['why', id, '--log', file, '--policy', payerPolicy(), ...options]);
    expect(ran.code).toBe(2);
    expect(ran.out).toBe('');
    return ran.errors;
  }

  test('where two runs have a call of that id', async () => {
    const [file, id] = [await shared(), await payment()];
    const errors = await errorsOf(id, file);
    expect(errors).toContain(`several decisions have the id \`${id}\``);
    for (const run of ['morning', 'evening']) {
      const typed = `sluice why ${id} --run ${run} --log ${file} --policy FILE`;
      expect(errors).toContain(typed);
    }
  });

  test('where an id only begins so', async () => {
    const errors = await errorsOf('call_', await shared(), '--run', 'morning');
    expect(errors).toContain('several decisions have');
    expect(errors).not.toContain('evening');
  });

  test('where there is none, with some that there are', async () => {
    const errors = await errorsOf('nothing', await shared());
    expect(errors).toContain('no decision has the id `nothing`');
    expect(errors).toMatch(
      /sluice report \S+` names some; for instance:\n {2}sluice why call_\w+ --run/,
    );
    expect(errors).toContain('and others');
  });

  test('where another run has it', async () => {
    const errors = await errorsOf(await payment(), await shared(), '--run', 'noon');
    expect(errors).toContain('no decision of run `noon`');
    expect(errors).toContain(`for instance:\n  sluice why ${await payment()} --run morning`);
  });

  test('where nothing was decided at all', async () => {
    const started = (await linesOf('morning', friend)).slice(0, 1);
    expect(await errorsOf('x', log(started))).toContain('the log contains no decisions at all');
  });

  test('and writes what a shell takes as one word', async () => {
    const odd = `it's; rm -rf ~\u001B[2J`;
    const errors = await errorsOf(await payment(), log(await linesOf(odd, friend)), '--run', 'x');
    expect(errors).toContain(String.raw`--run 'it'\''s; rm -rf ~\u001b[2J'`);
  });
});

test('a call that was decided on again is told each time', async () => {
  const lines = await linesOf('morning', friend);
  const argv = ['--log', log([...lines, ...lines]), '--policy', payerPolicy('log')];
  const { code, out } = await sluice(['why', await payment(), ...argv]);
  expect(code).toBe(0);
  expect(out.match(/^label: /gm)).toHaveLength(2);
});
