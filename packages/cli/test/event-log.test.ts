import { readFileSync } from 'node:fs';
import { loadPolicy, runGuarded, scriptedModel, type MonitorEvent } from '@sluice/core';
import { describe, expect, test } from 'vitest';
import { payerPolicy } from './chat-logs.ts';
import { friend, money, stranger, writtenText } from './recorded-runs.ts';
import { sluice } from './terminal.ts';

/** The events of a guarded run in which the agent reads a bill and pays it. */
async function eventsOf(mode: 'ask' | 'log' | 'block', recipient: string): Promise<MonitorEvent[]> {
  const events: MonitorEvent[] = [];
  const replies = [
    { calls: [{ tool: 'read_file', args: JSON.stringify({ file_path: 'bill.txt' }) }] },
    { calls: [{ tool: 'send_money', args: JSON.stringify(money(recipient, 12.5)) }] },
    { text: 'Paid.' },
  ];
  await runGuarded(
    {
      model: scriptedModel(({ view }) => {
        const taken = view.messages.filter(({ role }) => role === 'assistant').length;
        return replies[taken] ?? '';
      }),
      tools: [
        tool('read_file', ['file_path'], () => `Please pay 12.50 to ${recipient}.`),
        tool('send_money', ['recipient', 'amount', 'subject', 'date'], () => 'sent'),
      ],
      policy: await loadPolicy(readFileSync(payerPolicy(mode), 'utf8')),
      confirm: undefined,
      onEvent: (event) => void events.push(event),
    },
    'Pay the bill in bill.txt.',
  );
  return events;
}

function tool(name: string, names: readonly string[], execute: () => string) {
  const properties = Object.fromEntries(names.map((one) => [one, {}]));
  return { name, description: '', parameters: { type: 'object', properties }, execute };
}

function logOf(...runs: readonly (readonly unknown[])[]): string {
  return writtenText(
    'events.jsonl',
    runs
      .flat()
      .map((event) => `${JSON.stringify(event)}\n`)
      .join(''),
  );
}

describe('sluice report', () => {
  test('tells what would have been asked, by tool and rule', async () => {
    const shadow = await eventsOf('log', friend);
    const ran = await sluice(['report', logOf(shadow, await eventsOf('log', stranger)), '--json']);
    expect(ran.code).toBe(0);
    expect(ran.out).toMatch(
      /^2 runs, \d+ decisions: 0 asked or refused, 2 would have been \(`onViolation: log`\)$/m,
    );
    expect(ran.out).toMatch(
      /^send_money: would ask \(2\), .* in integrity, most often \/recipient <- read_file \(2\)$/m,
    );
    expect(ran.figures()).toMatchObject({
      'report.runs': 2,
      'report.wouldAsk': 2,
      'report.asked': 0,
    });
  });

  test.each([
    ['ask', 'report.asked'],
    ['block', 'report.refused'],
  ] as const)('tells what was decided in %s mode', async (mode, figure) => {
    const ran = await sluice(['report', logOf(await eventsOf(mode, friend)), '--json']);
    expect(ran.out).toMatch(/^1 runs, \d+ decisions: 1 asked or refused$/m);
    expect(ran.figures()[figure]).toBe(1);
    expect(ran.figures()['report.wouldAsk']).toBe(0);
  });

  test('repeats no name that only a model wrote, and no value', async () => {
    const events = (await eventsOf('log', friend)).map((event) =>
      event.type === 'call-decided' ? { ...event, tool: `pay-${stranger}` } : event,
    );
    const ran = await sluice(['report', logOf(events), '--json']);
    expect(ran.out).toContain('an undeclared tool');
    expect(ran.out).not.toContain(stranger);
    expect(ran.out).not.toContain(friend);
  });

  test.each([
    ['no JSON', 'half a li'],
    ['no event', '{"hello": 1}'],
    [
      'a decision without a label',
      '{"type":"call-decided","seq":1,"decision":{"kind":"allow","rule":"x"}}',
    ],
    [
      'a decision of no known kind',
      '{"type":"call-decided","seq":1,"label":"top","decision":{"kind":"maybe","rule":"x"}}',
    ],
    [
      'a refusal without a reason',
      '{"type":"call-decided","seq":1,"label":"top","decision":{"kind":"deny","rule":"x"}}',
    ],
  ])('counts a line that holds %s, and does not end with 0', async (_, line) => {
    const events = (await eventsOf('log', friend)).map((event) => JSON.stringify(event));
    const ran = await sluice([
      'report',
      writtenText('events.jsonl', [...events, line].join('\n')),
      '--json',
    ]);
    expect(ran.code).toBe(1);
    expect(ran.figures()).toMatchObject({ 'report.unreadable': 1, 'report.wouldAsk': 1 });
  });

  test('a file without an event is a mistake', async () => {
    const ran = await sluice(['report', writtenText('events.jsonl', '')]);
    expect(ran.code).toBe(2);
    expect(ran.errors).toContain('contains no events');
  });
});

describe('sluice why', () => {
  async function why(...options: readonly string[]) {
    const events = await eventsOf('log', friend);
    const call = events.find(
      (event) => event.type === 'call-decided' && event.tool === 'send_money',
    );
    const id = call?.type === 'call-decided' ? call.callId : '';
    return sluice(['why', id, '--log', logOf(events), '--policy', payerPolicy('log'), ...options]);
  }

  test('tells rule, label and path to whoever may see the call', async () => {
    const { code, out } = await why('--clearance', 'untrusted');
    expect(code).toBe(0);
    expect(out).toContain(`"recipient":"${friend}"`);
    expect(out).toContain('would be ask (send_money; integrity above the ceiling)');
    expect(out).toContain('label: untrusted');
    expect(out).toMatch(
      /\/recipient <- read_file \$ \(exact; untrusted\), region \S+: "Please pay/,
    );
  });

  test.each([[[]], [['--clearance', 'trusted']]])('tells %j no value', async (options) => {
    const { code, out } = await why(...options);
    expect(code).toBe(0);
    expect(out).toContain('integrity above the ceiling)');
    expect(out).toContain('label: above your clearance');
    expect(out).not.toContain('labelled untrusted');
    expect(out).not.toContain(friend);
    expect(out).not.toContain('12.5');
    expect(out).toContain('`--clearance top`');
    expect(out).toContain('above your clearance');
  });

  /** A call that a framework asked about, as the library's own log has it. */
  async function whyAsked(clearance: string, answer: object) {
    const events = await eventsOf('ask', friend);
    const decided = events.find(
      (event) => event.type === 'call-decided' && event.tool === 'send_money',
    );
    const {
      callId = '',
      seq = 0,
      step = 0,
      atMs = 0,
    } = decided?.type === 'call-decided' ? decided : {};
    const label = 'untrusted';
    const more = { type: 'question-answered', callId, seq: seq + 1, step, atMs, label, answer };
    const log = logOf([
      ...events.slice(0, events.indexOf(decided as never) + 1),
      { ...more, ceiling: 'trusted' },
    ]);
    return sluice([
      'why',
      callId,
      '--log',
      log,
      '--policy',
      payerPolicy('ask'),
      '--clearance',
      clearance,
    ]);
  }

  test('tells what a framework asked, what was answered, and that it did not run', async () => {
    const no = { kind: 'no', by: ['openai-agents'], reason: 'Not to them.' };
    const { out } = await whyAsked('top', no);
    expect(out).toContain('ceiling: trusted\n');
    expect(out).toContain('question: no by openai-agents: "Not to them."\n');
    expect(out).toContain('outcome: not run');
    const hidden = await whyAsked('trusted', no);
    expect(hidden.code).toBe(0);
    expect(hidden.out).toContain('question: no\n');
    expect(hidden.out).toContain('outcome: not run');
    expect(hidden.out).not.toContain('Not to them');
    expect(hidden.out).not.toMatch(/openai-agents|ceiling:|untrusted/);
    expect((await whyAsked('top', { kind: 'yes', by: ['ann'], hash: '' })).out).not.toContain(
      'not run',
    );
  });

  test('no line tells a label above the clearance, or one that names other readers', async () => {
    const policy = writtenText(
      'readers.yaml',
      `
version: 1
lattice: { integrity: { chain: [trusted, untrusted] }, confidentiality: { readers: any } }
onViolation: ask
answer: { ceiling: top, withLinks: bottom }
tools: {}
`,
    );
    const label = 'untrusted & everyone';
    const inside = { step: 1, atMs: 0, label };
    const decision = { kind: 'ask', rule: 'mail', violations: [] };
    const explanation = { evidence: [], unsourced: [] };
    const call = { callId: 'c1', tool: 'mail', args: '{}', decision, explanation };
    const ceiling = 'trusted & readers{zed@acme.example}';
    const answer = { kind: 'no', by: ['ann'] };
    const log = logOf([
      { ...inside, type: 'run-started', seq: 0, run: 'r1', tools: [] },
      { ...inside, type: 'step-labelled', seq: 1, kind: 'draft-whole' },
      { ...inside, type: 'call-decided', seq: 2, ...call },
      { ...inside, type: 'question-answered', seq: 3, callId: 'c1', answer, ceiling },
    ]);
    const argv = ['why', 'c1', '--log', log, '--policy', policy];
    const lowest = await sluice(argv);
    expect(lowest.out).toContain('labelled above your clearance');
    expect(lowest.out).not.toMatch(/untrusted|everyone|nobody|zed/);
    const ann = await sluice([...argv, '--clearance', 'untrusted & readers{ann@acme.example}']);
    expect(ann.out).toContain('call: mail {}');
    expect(ann.out).toContain(`labelled ${label}`);
    expect(ann.out).toContain('ceiling: above your clearance');
    expect((await sluice([...argv, '--clearance', 'top'])).out).toContain(`ceiling: ${ceiling}`);
  });

  test('reads a label that the policy does not know as the strictest', async () => {
    const events = (await eventsOf('log', friend)).map((event) => JSON.stringify(event));
    const log = writtenText(
      'e.jsonl',
      events.join('\n').replaceAll('"label":"untrusted"', '"label":"odd"'),
    );
    const argv = ['why', 'call_', '--log', log, '--policy', payerPolicy('log')];
    const several = await sluice(argv);
    expect(several.errors).toContain('several decisions have');
    expect(several.errors).toContain('--policy FILE --clearance LABEL');
    const id = /"callId":"(call_[^"]+)","tool":"send_money"/.exec(events.join('\n'))?.[1] ?? '';
    const { out } = await sluice(['why', id, ...argv.slice(2), '--clearance', 'trusted']);
    expect(out).not.toContain(friend);
  });

  test.each([
    [['nothing'], 'no decision has the id `nothing`'],
    [['nothing', '--clearance', 'odd'], 'odd'],
  ])('%j is a mistake', async ([id = '', ...options], message) => {
    const log = logOf(await eventsOf('log', friend));
    const ran = await sluice(['why', id, '--log', log, '--policy', payerPolicy(), ...options]);
    expect(ran.code).toBe(2);
    expect(ran.errors).toContain(message);
  });
});

describe('a log of events is read as the runs that it shows', () => {
  test.each(['ask', 'log'] as const)('in `%s` mode', async (mode) => {
    const file = logOf(await eventsOf(mode, friend));
    const ran = await sluice(['audit', file, '--policy', payerPolicy('ask'), '--json']);
    expect(ran.figures()).toMatchObject({
      'audit.runs': 1,
      'audit.unreadable': 0,
      'audit.interruptions.lineage': 1,
    });
    expect(ran.out).toMatch(/send_money asks for integrity: .*\/recipient <- read_file/);
  });

  test('several runs in one log, line by line', async () => {
    const [one, two] = [await eventsOf('log', friend), await eventsOf('log', stranger)];
    const named = [one, two].map((events, at) =>
      events.map((event) => ({ ...event, run: `run-${at}` })),
    );
    const mixed = one.flatMap((_, at) => named.flatMap((events) => events[at] ?? []));
    const ran = await sluice(['suggest', logOf(mixed), '--policy', payerPolicy('ask'), '--json']);
    expect(ran.figures()).toMatchObject({ 'suggest.benignRuns': 2, 'suggest.questions': 2 });
  });

  test('one whose texts are not kept is named, and counts as nothing', async () => {
    const events = await eventsOf('log', friend);
    const hashed = events.map((event) => ({ type: event.type, run: 'r', payload: null }));
    const ran = await sluice(['audit', logOf(hashed), '--policy', payerPolicy('ask'), '--json']);
    expect(ran.code).toBe(1);
    expect(ran.out + ran.errors).toContain('texts are not all in the log');
  });
});
