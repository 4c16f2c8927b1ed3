import { expect, test } from 'vitest';
import { both, fakePolicy, trusted, untrusted } from '../../test/fake-policy.ts';
import { monitorOf, person, toolbox } from '../../test/monitor-fixture.ts';
import { scriptedModel, type Script } from '../model/scripted.ts';
import { naive } from '../propagate/naive.ts';
import { Session } from '../session/session.ts';
import type { Tool } from '../engine/tool.ts';

const policy = fakePolicy({
  results: { read: untrusted, send: trusted },
  ceilings: { read: both, send: trusted },
});

/** Reads what a stranger wrote, and then makes two calls that a person is asked about. */
const sendsTwice: Script = (_, generation) => {
  if (generation === 0) return { calls: [{ tool: 'read', args: {} }] };
  if (generation > 1) return 'done';
  return { calls: [1, 2].map((n) => ({ tool: 'send', args: { n } })) };
};

function sessionOf(script: Script, confirm = person('yes')) {
  let [ruled, labelled] = [0, 0];
  const session = new Session({
    policy: {
      ...policy,
      ruleCall: (tool, args) => {
        ruled += 1;
        return policy.ruleCall(tool, args);
      },
      labelResult: (result) => {
        labelled += 1;
        return policy.labelResult(result);
      },
    },
    model: scriptedModel(script),
    propagator: naive(),
    tools: ['read', 'send'].map((name) => ({ name, description: name, parameters: {} })),
    approval: { by: 'confirm', confirm },
    structure: 'keep',
    shortcuts: { allowedDraft: true, lazyReads: true, beforeAsking: 'ceiling' },
  });
  return { session, counts: () => ({ ruled, labelled }) };
}

const user = { role: 'user', parts: [{ kind: 'text', text: 'go' }] } as const;
const { signal } = new AbortController();

function toolNamed(name: string, ran: unknown[]): Tool | undefined {
  return toolbox({ read: 'STRANGER', send: 'sent' }, ran as never).find(
    (tool) => tool.name === name,
  );
}

test('a person is asked about a call when it comes to be run, behind the calls before it', async () => {
  const order: string[] = [];
  const yes = person('yes');
  const { monitor } = monitorOf({
    policy,
    propagator: naive(),
    script: sendsTwice,
    confirm: {
      ...yes,
      ask: (request, options) => {
        order.push(`asked ${request.args}`);
        return yes.ask(request, options);
      },
    },
    tools: toolbox({ read: 'STRANGER', send: 'sent' }).map((tool) => ({
      ...tool,
      execute: (args, options) => {
        order.push(`ran ${JSON.stringify(args)}`);
        return tool.execute(args, options);
      },
    })),
  });
  await monitor.turn('go');
  expect(order).toEqual(['ran {}', 'asked {"n":1}', 'ran {"n":1}', 'asked {"n":2}', 'ran {"n":2}']);
});

test('a call is settled once, and nobody is asked about it again', async () => {
  const yes = person('yes');
  const { session } = sessionOf(sendsTwice, yes);
  const ran: unknown[] = [];
  await session.hear([user]);
  const read = await session.advance({ signal });
  if (read.kind !== 'replied') throw new Error(read.kind);
  const [first] = read.calls;
  await session.carryOut(first?.id ?? '', { tool: toolNamed('read', ran), signal });
  const parts = [{ kind: 'text', text: 'STRANGER' }] as const;
  await session.hear([{ role: 'tool', callId: first?.id ?? '', tool: 'read', parts }]);
  const step = await session.advance({ signal });
  if (step.kind !== 'replied') throw new Error(step.kind);
  const [send] = step.calls;
  const carry = (): Promise<{ isRefused: boolean }> =>
    session.carryOut(send?.id ?? '', { tool: toolNamed('send', ran), signal });
  const settled = await Promise.all([carry(), carry()]);
  expect(settled.filter(({ isRefused }) => isRefused)).toHaveLength(1);
  const asked = yes.asked.length;
  expect(await carry()).toMatchObject({ isRefused: true });
  expect(yes.asked).toHaveLength(asked);
  expect(ran).toHaveLength(2);
  expect(await session.carryOut('nobody', { tool: undefined, signal })).toMatchObject({
    isRefused: true,
  });
});

test('the policy rules once on each call of a draft, and labels a result once', async () => {
  const { session, counts } = sessionOf(sendsTwice);
  await session.hear([user]);
  for (let calls = 1; calls <= 2; calls += 1) {
    const step = await session.advance({ signal });
    if (step.kind !== 'replied') throw new Error(step.kind);
    const results = [];
    for (const { id: callId, tool } of step.calls) {
      await session.carryOut(callId, { tool: toolNamed(tool, []), signal });
      const text = tool === 'read' ? 'STRANGER' : 'sent';
      const parts = [{ kind: 'text', text }] as const;
      results.push({ role: 'tool', callId, tool, parts } as const);
    }
    await session.hear(results);
  }
  expect(counts()).toEqual({ ruled: 3, labelled: 3 });
});

test('a result that a framework brings back as it came is labelled once', async () => {
  let labelled = 0;
  const session = new Session({
    policy: {
      ...policy,
      labelResult: (result) => {
        labelled += 1;
        return policy.labelResult(result);
      },
    },
    model: scriptedModel((_, n) => (n === 0 ? { calls: [{ tool: 'read', args: {} }] } : 'done')),
    propagator: naive(),
    tools: [{ name: 'read', description: 'read', parameters: {} }],
    approval: { by: 'framework', clearance: both },
    structure: 'keep',
    shortcuts: { allowedDraft: true, lazyReads: true },
  });
  const step = await session.step([user], { signal });
  if (step.kind !== 'replied') throw new Error(step.kind);
  const { text, calls } = step;
  const callId = calls[0]?.id ?? '';
  const wanted = { given: {}, parse: (args: unknown) => args };
  await session.execute(callId, wanted, () => 'STRANGER');
  const answer = { role: 'assistant', text, calls } as const;
  const told = (said: string) =>
    [
      user,
      answer,
      { role: 'tool', callId, tool: 'read', parts: [{ kind: 'text', text: said }] },
    ] as const;
  await session.step(told('STRANGER'), { signal });
  expect(labelled).toBe(1);
  // Another text is another result.
  await session.step(told('STRANGER, cut'), { signal });
  expect(labelled).toBe(2);
});

test('a record says who drives the run', async () => {
  const { session } = sessionOf(() => 'done');
  expect(session.events[0]).toMatchObject({ type: 'run-started', loop: 'own' });
});
