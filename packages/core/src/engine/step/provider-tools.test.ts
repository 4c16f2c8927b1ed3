import { expect, test } from 'vitest';
import { both, fakePolicy, secret, trusted, untrusted } from '../../../test/fake-policy.ts';
import type { PlainMessage } from '../../history/plain.ts';
import type { Label } from '../../label/label.ts';
import type { ChatModel, ModelReply } from '../../model/chat-model.ts';
import type { Policy } from '../../policy/policy.ts';
import { lineage } from '../../propagate/lineage.ts';
import { naive } from '../../propagate/naive.ts';
import type { Propagator } from '../../propagate/propagator.ts';
import type { SessionStep } from '../../session/session-options.ts';
import { Session } from '../../session/session.ts';
import { proves } from '../../testing/proves.ts';
import { eventFor } from '../event-view.ts';

const { signal } = new AbortController();

const user: PlainMessage = { role: 'user', parts: [{ kind: 'text', text: 'pay bobby' }] };

const tools = ['read', 'pay'].map((name) => ({ name, description: name, parameters: {} }));

const pay = { tool: 'pay', args: '{"to":"bobby"}' };

interface Rig {
  readonly session: Session;
  /** The tools that each generation was offered. */
  readonly offered: (readonly string[] | undefined)[];
  readonly step: (
    messages: readonly PlainMessage[],
    onText?: (delta: string) => void,
  ) => Promise<SessionStep>;
}

function rigOf(
  says: (offered: readonly string[], generation: number) => Partial<ModelReply>,
  more: { readonly policy?: Partial<Policy>; readonly propagator?: Propagator } = {},
): Rig {
  const offered: (readonly string[] | undefined)[] = [];
  const model: ChatModel = {
    name: 'model',
    generate: async ({ providerTools }, { onText }) => {
      offered.push(providerTools);
      onText?.('streamed');
      const said = says(providerTools ?? [], offered.length - 1);
      return { text: '', calls: [], stop: 'complete', ...said };
    },
  };
  const policy = fakePolicy({
    results: { read: secret, pay: trusted },
    ceilings: { read: both, pay: trusted },
    override: { providerTool: () => ({ ceiling: untrusted, result: untrusted }), ...more.policy },
  });
  const session = new Session({
    policy,
    model,
    propagator: more.propagator ?? naive(),
    tools,
    structure: 'keep',
    shortcuts: { allowedDraft: false, lazyReads: true },
    approval: { by: 'framework', clearance: both },
  });
  const step: Rig['step'] = (messages, onText) =>
    session.step(messages, { signal, onText, providerTools: ['web_search'] });
  return { session, offered, step };
}

/** The client's transcript after a call, with the result that it brings. */
function resumed(step: SessionStep, text: string): readonly PlainMessage[] {
  if (step.kind !== 'replied') throw new Error(step.kind);
  const [call] = step.calls;
  if (call === undefined) throw new Error('no call');
  const parts = [{ kind: 'text', text }] as const;
  return [
    user,
    { role: 'assistant', text: step.text, calls: step.calls },
    { role: 'tool', callId: call.id, tool: call.tool, parts },
  ];
}

function labelsOf({ session }: Rig): readonly Label[] {
  return session.events.flatMap((event) =>
    event.type === 'generation-finished' ? [event.label] : [],
  );
}

proves('provider-tool/decided-before', async () => {
  const read = { calls: [{ tool: 'read', args: '{}' }] };
  const rig = rigOf((_, generation) => (generation === 0 ? read : { text: 'done' }));
  const called = await rig.step([user]);
  await rig.step(resumed(called, 'a secret'));
  expect(rig.offered).toEqual([['web_search'], undefined]);
  const said = rig.session.events.flatMap((event) =>
    event.type === 'generation-finished' ? [event.providerTools] : [],
  );
  expect(said).toEqual([
    { offered: ['web_search'], leftOut: [] },
    { offered: [], leftOut: ['web_search'] },
  ]);
});

test('who is not cleared for a generation is not told what was left out for its label', async () => {
  const rig = rigOf(() => ({ text: 'done', ran: ['web_search'] }));
  await rig.step([user]);
  const seen = rig.session.events.map((event) => eventFor(fakePolicy().space, event, trusted));
  expect(seen.map(({ type }) => type)).toContain('generation-finished');
  expect(JSON.stringify(seen)).not.toContain('web_search');
});

proves('provider-tool/result-label', async () => {
  const rig = rigOf((_, generation) =>
    generation === 0 ? { calls: [pay], ran: ['web_search'] } : { text: 'done' },
  );
  const step = await rig.step([user]);
  expect(step).toMatchObject({ kind: 'replied', label: untrusted });
  const [call] = step.kind === 'replied' ? step.calls : [];
  expect(rig.session.decisionOf(call?.id ?? '')).toMatchObject({ kind: 'ask' });
  expect(rig.session.highWater).toBe(untrusted);
  // Where nothing was looked up, the view alone has a part in the reply.
  const plain = rigOf(() => ({ calls: [pay] }));
  expect(await plain.step([user])).toMatchObject({ kind: 'replied', label: trusted });
});

test.each<[string, Partial<Policy>, unknown]>([
  ['that was not offered', { providerTool: () => undefined }, ['web_search']],
  [
    'under a policy that fails',
    {
      providerTool: () => {
        throw new Error('broken');
      },
    },
    ['web_search'],
  ],
  ['of another name', {}, ['code_interpreter']],
  ['that is no list', {}, 'web_search'],
])('a reply made with a tool %s is none', async (_, policy, ran) => {
  const rig = rigOf(() => ({ text: 'found', ran: ran as readonly string[] }), { policy });
  expect(await rig.step([user])).toEqual({ kind: 'failed', because: 'model-failed' });
});

proves('provider-tool/not-streamed', async () => {
  for (const [floor, expected] of [
    [trusted, []],
    [untrusted, ['streamed']],
  ] as const) {
    const heard: string[] = [];
    const rig = rigOf(() => ({ text: 'streamed', ran: ['web_search'] }), {
      policy: { answerFloor: floor },
      propagator: lineage(),
    });
    await rig.step([user], (delta) => heard.push(delta));
    expect(heard).toEqual(expected);
  }
});

test('a draft that looked something up is generated again only where that helps', async () => {
  // The view is trusted as a whole: what was found is all that stands above the ceiling.
  const rig = rigOf(() => ({ calls: [pay], ran: ['web_search'] }), { propagator: lineage() });
  expect(await rig.step([user])).toMatchObject({ label: untrusted });
  expect(rig.offered).toHaveLength(1);
  expect(labelsOf(rig)).toEqual([untrusted]);
});

test('a read is not lowered where the model looked something up to make it', async () => {
  const rig = rigOf(
    (offered, generation) => {
      const ran = offered.length > 0 && generation > 1 ? { ran: offered } : {};
      if (generation === 0) return { calls: [{ tool: 'read', args: '{}' }] };
      return generation === 1
        ? { calls: [pay] }
        : { calls: [{ tool: 'read', args: '{}' }], ...ran };
    },
    { propagator: lineage() },
  );
  const called = await rig.step([user]);
  await rig.step(resumed(called, 'bobby'));
  const replayed = rig.session.events.filter(({ type }) => type === 'read-replayed');
  expect(replayed.every((event) => 'identical' in event && !event.identical)).toBe(true);
});
