import { expect, test } from 'vitest';
import { labelSpace } from '../../label/space.ts';
import { numericChain } from '../../label/dimension/chain.ts';
import { scriptedModel } from '../../model/scripted.ts';
import { definePolicy } from '../../policy/load.ts';
import type { Policy } from '../../policy/policy.ts';
import type { CallSource } from '../../policy/source.ts';
import { lineage } from '../../propagate/lineage.ts';
import { proves } from '../../testing/proves.ts';
import { Session } from '../session.ts';

type Call = 'never' | CallSource;

interface Rest {
  readonly levels?: readonly string[];
  readonly onViolation?: 'ask' | 'block';
}

function policyWith(
  call: Call,
  { levels = ['trusted', 'untrusted'], onViolation = 'block' }: Rest = {},
): Promise<Policy> {
  return definePolicy({
    version: 1,
    lattice: { integrity: { chain: levels } },
    onViolation,
    answer: { ceiling: 'top' },
    tools: {
      pay: { description: 'trusted', call, result: { format: 'text', label: 'trusted' } },
    },
  });
}

const payTool = { name: 'pay', description: 'Pays.', parameters: { type: 'object' } };

function sessionUnder(policy: Policy, tools = [payTool]): Session {
  return new Session({
    policy,
    model: scriptedModel(() => ({ calls: [{ tool: 'pay', args: { amount: 900 } }] })),
    propagator: lineage(),
    tools,
    structure: 'keep',
    shortcuts: { allowedDraft: true, lazyReads: true },
    approval: { by: 'framework', clearance: policy.space.top },
  });
}

/** A session with one call that was given out, saved and restored; and that call. */
async function moved(from: Policy, to: Policy, { approved = false, tools = [payTool] } = {}) {
  const one = sessionUnder(from);
  const user = { role: 'user', parts: [{ kind: 'text', text: 'Pay.' }] } as const;
  const step = await one.step([user], { signal: new AbortController().signal });
  if (step.kind !== 'replied') throw new Error(step.kind);
  const id = step.calls[0]?.id ?? '';
  if (approved) one.settle(id, { approved: true, by: 'ann' });
  const saved = JSON.parse(JSON.stringify(one.takeSaved())) as ReturnType<Session['takeSaved']>;
  const two = sessionUnder(to, tools);
  const isSame = two.restore(saved.log, saved.head);
  const paid: unknown[] = [];
  const run = (): Promise<unknown> =>
    two.execute(id, { given: { amount: 900 }, parse: (args) => args }, (args) => {
      paid.push(args);
      return 'paid';
    });
  return { two, id, isSame, paid, run, saved };
}

const open: Call = { ceiling: 'top' };

proves('session/restored-policy', async () => {
  const allowed = await policyWith(open);
  const forbidden = await moved(allowed, await policyWith('never'));
  expect(forbidden.isSame).toBe(false);
  await forbidden.run();
  expect(forbidden.paid).toEqual([]);
  expect(forbidden.two.decisionOf(forbidden.id).kind).toBe('deny');
  // A yes under one policy is none under another, which may ask again.
  const asking = await policyWith('never', { onViolation: 'ask' });
  const other = await policyWith({ ...open, arguments: { amount: { atMost: 1 } } });
  const bounded = await moved(asking, other, { approved: true });
  await bounded.run();
  expect(bounded.paid).toEqual([]);
  const asked = await moved(
    asking,
    await policyWith('never', { onViolation: 'ask', levels: ['trusted', 'untrusted'] }),
    { approved: true },
  );
  expect(asked.isSame).toBe(true);
  const again = await moved(allowed, asking);
  await again.run();
  expect(again.paid).toEqual([]);
  again.two.settle(again.id, { approved: true, by: 'ann' });
  await again.run();
  expect(again.paid).toEqual([{ amount: 900 }]);
});

test('levels in another order are another lattice, though their labels read the same', async () => {
  const turned = await policyWith(open, { levels: ['untrusted', 'trusted'] });
  await expect(moved(await policyWith(open), turned)).rejects.toThrow('another lattice');
});

test('numbers that run the other way are another lattice', async () => {
  const policy = await policyWith(open);
  const along = (order: 'ascending' | 'descending'): Policy => {
    const space = labelSpace({ time: numericChain({ order, word: 'time' }).untyped });
    return { ...policy, space, hash: order };
  };
  const saved = sessionUnder(along('ascending'), []).takeSaved();
  expect(sessionUnder(along('ascending'), []).restore(saved.log, saved.head)).toBe(true);
  const turned = sessionUnder(along('descending'), []);
  expect(() => turned.restore(saved.log, saved.head)).toThrow('another lattice');
});

test('a session is restored once, before anything else, and wholly or not at all', async () => {
  const policy = await policyWith(open);
  const { two, id, run, paid, saved } = await moved(policy, policy);
  await run();
  expect(() => two.restore(saved.log, saved.head)).toThrow('has begun');
  await run();
  expect(paid).toEqual([{ amount: 900 }]);
  const lost = sessionUnder(policy);
  const order = [...(saved.head['order'] as number[]), 99];
  expect(() => lost.restore(saved.log, { ...saved.head, order })).toThrow('cannot be read');
  const given = { given: { amount: 900 }, parse: (args: unknown) => args };
  await expect(lost.execute(id, given, () => 'paid')).rejects.toThrow('cannot be read');
  const { signal } = new AbortController();
  await expect(lost.step([], { signal })).rejects.toThrow('cannot be read');
  expect(() => lost.restore(saved.log, saved.head)).toThrow('has begun');
});

test('an honest session goes on under the same policy, and under one that allows as much', async () => {
  const allowed = await policyWith(open);
  const wider = await policyWith({ ...open, arguments: { amount: { atMost: 1_000 } } });
  for (const policy of [allowed, wider]) {
    const { run, paid } = await moved(allowed, policy);
    await run();
    expect(paid).toEqual([{ amount: 900 }]);
  }
});

proves('session/restored-policy', async () => {
  const allowed = await policyWith(open);
  const wider = await policyWith({ ...open, arguments: { amount: { atMost: 1_000 } } });
  // A tool that is no longer declared is no longer a tool.
  const gone = await moved(allowed, wider, { tools: [] });
  await gone.run();
  expect([gone.paid, gone.two.decisionOf(gone.id)]).toMatchObject([[], { kind: 'deny' }]);
});

proves('session/restored-policy', async () => {
  const allowed = await policyWith(open);
  const named = (two: Session): unknown =>
    two.history.messages.flatMap((each) => (each.role === 'assistant' ? each.calls : []))[0];
  const silent = await definePolicy({
    version: 1,
    lattice: { integrity: { chain: ['trusted', 'untrusted'] } },
    onViolation: 'block',
    answer: { ceiling: 'top' },
    tools: {},
  });
  expect(named((await moved(allowed, silent)).two)).toMatchObject({ declared: false });
  expect(named((await moved(allowed, allowed)).two)).toMatchObject({ declared: true });
});
