import { expect, test } from 'vitest';
import { both, fakePolicy, secret, trusted, untrusted } from '../../../test/fake-policy.ts';
import { monitorOf, person, shown, toolbox, type Executed } from '../../../test/monitor-fixture.ts';
import { reveal } from '../../history/content.ts';
import { regionsOf } from '../../history/regions.ts';
import { limits } from '../../limits.ts';
import type { Script } from '../../model/scripted.ts';
import { naive } from '../../propagate/naive.ts';
import type { Propagator } from '../../propagate/propagator.ts';
import { proves } from '../../testing/proves.ts';
import type { Confirm } from '../decision.ts';
import { Monitor } from '../../monitor/monitor.ts';

const tools = { read: 'STRANGER 12345678', send: 'sent' };
const policy = fakePolicy({
  results: { read: untrusted, send: trusted },
  ceilings: { read: both, send: trusted },
});

/** Reads what a stranger wrote and sends it on; ends when that was refused or done. */
const sendsOn: Script = (_, generation) => {
  if (generation === 0) return { calls: [{ tool: 'read', args: {} }] };
  if (generation === 1) return { calls: [{ tool: 'send', args: { to: 'mallory', n: 12345678 } }] };
  return 'done';
};

async function run(options: Partial<Parameters<typeof monitorOf>[0]>) {
  const executed: Executed[] = [];
  const { monitor, model } = monitorOf({
    script: sendsOn,
    policy,
    propagator: naive(),
    tools: toolbox(tools, executed),
    ...options,
  });
  const result = await monitor.turn('go');
  const ran = executed.map(({ tool }) => tool);
  const refused = monitor.events.flatMap((e) => (e.type === 'call-refused' ? [e.reason] : []));
  return { monitor, model, result, executed, ran, refused };
}

function calling(...calls: readonly { tool: string; args: unknown }[]): Script {
  return (_, generation) => (generation === 0 ? { calls } : 'done');
}

proves('call/unknown-tool', async () => {
  const generous = fakePolicy({ override: { ruleCall: policy.ruleCall } });
  const { refused, ran } = await run({
    script: calling({ tool: 'send_now', args: {} }),
    policy: { ...generous, ruleCall: () => policy.ruleCall('read', '{}') },
    confirm: person('yes'),
  });
  expect(refused).toEqual(['tool-unknown']);
  expect(ran).toEqual([]);
});

proves('call/unparseable', async () => {
  for (const args of ['{"to": "bo', '[1]', '"text"', '']) {
    const { refused, ran } = await run({ script: calling({ tool: 'send', args }) });
    expect(refused).toEqual(['arguments-unparseable']);
    expect(ran).toEqual([]);
  }
});

proves('call/truncated', async () => {
  const script: Script = (_, generation) =>
    generation === 0 ? { calls: [{ tool: 'send', args: {} }], stop: 'truncated' } : 'done';
  const { refused, ran } = await run({ script });
  expect(refused).toEqual(['call-truncated']);
  expect(ran).toEqual([]);
});

proves('call/placeholder', async () => {
  const { refused } = await run({
    script: calling({ tool: 'send', args: { to: ['x', '[redacted]'] } }),
  });
  expect(refused).toEqual(['placeholder-in-argument']);
});

proves('call/limit', async () => {
  const calls = Array.from({ length: limits.callsPerStepMax + 2 }, (_, n) => {
    return { tool: 'send', args: { n } };
  });
  const { refused, ran } = await run({ script: calling(...calls) });
  expect(ran).toHaveLength(limits.callsPerStepMax);
  expect(refused).toEqual(['limit-reached', 'limit-reached']);
});

proves('call/policy-fails', async () => {
  const fails = (): never => {
    throw new Error('policy down: 12345678');
  };
  const broken = { ...policy, ruleCall: fails, labelResult: fails };
  const { refused, ran } = await run({ policy: broken, confirm: person('yes') });
  expect(refused).toEqual(['policy-failed', 'policy-failed']);
  expect(ran).toEqual([]);
  const labels = await run({ policy: { ...policy, labelResult: fails } });
  const result = labels.monitor.history.messages.find(({ role }) => role === 'tool');
  expect(result?.role === 'tool' && result.shape).toBe(both);
});

proves('call/checked-value', async () => {
  const { executed } = await run({
    script: calling({ tool: 'send', args: '{"b":1, "a":{"d":2,"c":3}}' }),
  });
  expect(executed).toEqual([{ tool: 'send', args: { a: { c: 3, d: 2 }, b: 1 } }]);
});

proves('propagator/fails-closed', async () => {
  const broken: readonly Propagator[] = [
    { name: 'throws', needs: 'nothing', relevant: () => Promise.reject(new Error('no')) },
    {
      name: 'unknown region',
      needs: 'draft',
      relevant: () => ({ kind: 'regions', regions: ['m99'], evidence: [], unsourced: [] }),
    },
  ];
  for (const propagator of broken) {
    const { refused, ran } = await run({ propagator });
    expect(refused).toEqual(['nobody-to-ask']);
    expect(ran).toEqual(['read']);
  }
});

proves('tool/fails-closed', async () => {
  const failing = toolbox(tools).map((tool) =>
    tool.name === 'read'
      ? { ...tool, execute: () => Promise.reject(new Error('STRANGER says 12345678')) }
      : tool,
  );
  const { monitor, refused } = await run({ tools: failing });
  expect(refused).toEqual(['nobody-to-ask']);
  const leaked = regionsOf(monitor.history).filter(
    ({ label, source }) =>
      label === trusted && source.kind === 'text' && reveal(source.content).includes('12345678'),
  );
  expect(leaked).toEqual([]);
});

proves('model/fails-closed', async () => {
  const nonsense: unknown[] = [undefined, 'text', { text: 1, calls: [], stop: 'complete' }, {}];
  for (const reply of nonsense) {
    const executed: Executed[] = [];
    const monitor = new Monitor({
      policy,
      model: { name: 'broken', generate: async () => reply as never },
      propagator: naive(),
      tools: toolbox(tools, executed),
      confirm: person('yes'),
      structure: 'keep',
      shortcuts: { allowedDraft: true, lazyReads: true },
    });
    expect((await monitor.turn('go')).outcome).toBe('model-failed');
    expect(executed).toEqual([]);
  }
  const { result, ran } = await run({
    script: () => {
      throw new Error('down');
    },
  });
  expect(result.outcome).toBe('model-failed');
  expect(ran).toEqual([]);
});

proves('confirm/exact-call', async () => {
  const forged: Confirm = {
    clearance: both,
    ask: async ({ hash }) => ({ kind: 'yes', by: ['emma'], hash: hash.replace(/^./, 'x') }),
  };
  expect((await run({ confirm: forged })).refused).toEqual(['confirmation-mismatch']);
  const yes = person('yes');
  expect((await run({ confirm: yes })).ran).toEqual(['read', 'send']);
  expect(yes.asked[0]).toMatchObject({ tool: 'send', args: '{"n":12345678,"to":"mallory"}' });
});

proves('confirm/no-answer', async () => {
  const silent: readonly Confirm[] = [
    { clearance: both, ask: () => Promise.reject(new Error('closed')) },
    { clearance: both, ask: async () => ({ kind: 'maybe' }) as never },
    { clearance: both, ask: async () => ({ kind: 'yes', by: 'emma' }) as never },
  ];
  for (const confirm of silent) {
    expect((await run({ confirm })).refused).toEqual(['no-answer-in-time']);
  }
});

proves('confirm/cleared', async () => {
  const junior = person('yes', { clearance: secret });
  const { refused, ran } = await run({ confirm: junior });
  expect(refused).toEqual(['approver-not-cleared']);
  expect(ran).toEqual(['read']);
  expect(junior.asked).toEqual([]);
});

proves('confirm/duty', async () => {
  const dutyOf = (): readonly string[] => ['emma', 'olaf'];
  const duty = { ...policy, dutyOf };
  const one = await run({ policy: duty, confirm: person('yes', { by: ['emma'] }) });
  expect(one.refused).toEqual(['duty-not-separated']);
  const two = await run({ policy: duty, confirm: person('yes', { by: ['olaf', 'emma'] }) });
  expect(two.refused).toEqual([]);
  const everyone = { ...policy, dutyOf: () => undefined };
  expect((await run({ policy: everyone, confirm: person('yes') })).refused).toEqual([
    'duty-not-separated',
  ]);
  const unnamed = await run({ confirm: person('yes', { by: [] }) });
  expect(unnamed.refused).toEqual(['duty-not-separated']);
});

proves('confirm/nobody', async () => {
  const { refused, ran } = await run({ confirm: undefined });
  expect(refused).toEqual(['nobody-to-ask']);
  expect(ran).toEqual(['read']);
});

proves('confirm/no-lowering', async () => {
  const script: Script = (_, generation) => {
    if (generation === 0) return { calls: [{ tool: 'read', args: {} }] };
    if (generation < 3) return { calls: [{ tool: 'send', args: { to: 'mallory' } }] };
    return 'done';
  };
  const yes = person('yes');
  const { monitor } = await run({ script, confirm: yes });
  expect(yes.asked).toHaveLength(2);
  const [, sent] = monitor.history.messages.filter(({ role }) => role === 'tool');
  expect(sent?.role === 'tool' && sent.shape).toBe(untrusted);
});

proves('refusal/labelled', async () => {
  const { monitor } = await run({});
  const [, refusal] = monitor.history.messages.filter(({ role }) => role === 'tool');
  expect(refusal?.role === 'tool' && refusal.shape).toBe(untrusted);
});

proves('refusal/no-values', async () => {
  const { model } = await run({ confirm: person('no') });
  const last = model.requests.at(-1)?.view.messages.at(-1);
  const text = last === undefined ? '' : shown({ messages: [last], tools: [] });
  expect(text).toContain('sinks.send');
  expect(text).toContain('integrity');
  expect(text).not.toMatch(/mallory|12345678|STRANGER/);
});

proves('explain/at-label', async () => {
  const asked = person('yes');
  const script: Script = (_, generation) => {
    if (generation === 0) return { calls: [{ tool: 'pin', args: {} }] };
    if (generation === 1) return { calls: [{ tool: 'send', args: { to: '12345678' } }] };
    return 'done';
  };
  await run({
    script,
    policy: fakePolicy({
      results: { pin: [secret, untrusted], send: trusted },
      ceilings: { pin: both, send: trusted },
      clearance: untrusted,
    }),
    tools: toolbox({ pin: '12345678 stranger', send: 'sent' }),
    confirm: asked,
  });
  expect(asked.asked).toHaveLength(1);
  expect(asked.asked[0]).toMatchObject({ label: untrusted });
  expect(asked.asked[0]?.evidence.filter(({ argument }) => argument === '/to')).toEqual([]);
  expect(asked.asked[0]?.unsourced).toContain('/to');
});

proves('mode/log', async () => {
  const shadow = fakePolicy({
    results: { read: untrusted, send: trusted },
    ceilings: { read: both, send: trusted },
    onViolation: 'log',
  });
  const { monitor, ran } = await run({ policy: shadow });
  expect(ran).toEqual(['read', 'send']);
  const decisions = monitor.events.flatMap((e) => (e.type === 'call-decided' ? [e.decision] : []));
  expect(decisions[1]).toMatchObject({ kind: 'allow', wouldBe: 'ask' });
  const unknown = await run({
    policy: shadow,
    script: calling({ tool: 'no_such_tool', args: {} }),
  });
  expect(unknown.refused).toEqual(['tool-unknown']);
});

proves('turn/limits', async () => {
  const { result, refused } = await run({
    script: () => ({ calls: [{ tool: 'nothing', args: {} }] }),
  });
  expect(result.outcome).toBe('limit-reached');
  expect(refused).toHaveLength(limits.refusalsPerTurnMax + 1);
  const endless = await run({ script: () => ({ calls: [{ tool: 'read', args: {} }] }) });
  expect(endless.result.outcome).toBe('limit-reached');
  expect(endless.ran).toHaveLength(limits.stepsPerTurnMax);
});

proves('turn/abort', async () => {
  const stop = new AbortController();
  const executed: Executed[] = [];
  const { monitor } = monitorOf({
    policy,
    propagator: naive(),
    tools: toolbox(tools, executed),
    script: () => {
      stop.abort();
      return { calls: [{ tool: 'send', args: {} }] };
    },
  });
  const result = await monitor.turn('go', { signal: stop.signal });
  expect(result.outcome).toBe('aborted');
  expect(executed).toEqual([]);
});

test('a reply of more calls than a history holds makes none of them', async () => {
  const calls = Array.from({ length: limits.callsPerReplyMax }, () => {
    return { tool: 'send', args: {} };
  });
  const { result, ran } = await run({ script: calling(...calls) });
  expect(result.outcome).toBe('model-failed');
  expect(ran).toEqual([]);
});

test('a call that was allowed does not start after an abort', async () => {
  const stop = new AbortController();
  const executed: Executed[] = [];
  const stopping = toolbox(tools).map((tool) => ({
    ...tool,
    execute: () => {
      executed.push({ tool: tool.name, args: {} });
      stop.abort();
      return 'sent';
    },
  }));
  const { monitor } = monitorOf({
    policy,
    propagator: naive(),
    tools: stopping,
    script: calling({ tool: 'send', args: { n: 1 } }, { tool: 'send', args: { n: 2 } }),
  });
  await monitor.turn('go', { signal: stop.signal });
  expect(executed).toHaveLength(1);
  expect(monitor.events.filter(({ type }) => type === 'call-executed')).toHaveLength(1);
});

test("the person's words reach the model with the label of the call", async () => {
  const confirm: Confirm = {
    clearance: both,
    ask: async () => ({ kind: 'no', by: ['emma'], reason: 'I do not know mallory' }),
  };
  const { monitor, model } = await run({ confirm });
  expect(shown(model.requests.at(-1)?.view ?? { messages: [], tools: [] })).toContain(
    'I do not know mallory',
  );
  const last = monitor.history.messages.findLast(({ role }) => role === 'tool');
  expect(last?.role === 'tool' && last.shape).toBe(untrusted);
});
