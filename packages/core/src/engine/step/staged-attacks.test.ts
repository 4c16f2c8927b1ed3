import { describe, expect, test } from 'vitest';
import { both, fakePolicy, space, trusted, untrusted } from '../../../test/fake-policy.ts';
import { monitorOf, shown, toolbox } from '../../../test/monitor-fixture.ts';
import { eventFor } from '../event-view.ts';
import type { Tool } from '../tool.ts';
import type { Label } from '../../label/label.ts';
import { proves } from '../../testing/proves.ts';
import { scriptedModel, type Script } from '../../model/scripted.ts';
import type { Policy } from '../../policy/policy.ts';
import { lineage } from '../../propagate/lineage.ts';
import { redact } from '../../redact/redact.ts';
import { Session } from '../../session/session.ts';
import type { PlainMessage } from '../../history/plain.ts';
import { labelOfMessage } from '../../history/regions.ts';

type Args = Readonly<Record<string, unknown>>;

const shortcuts = {
  allowedDraft: true,
  lazyReads: true,
  beforeAsking: 'propagator',
  staged: true,
} as const;

const text = { type: 'string' };
const parameters = { type: 'object', properties: { to: text, body: text } };

/** A mail's body is data, and may be a stranger's. */
function policyOf(override: Partial<Policy> = {}): Policy {
  const { ruleCall } = fakePolicy({ ceilings: { read: both, send: trusted } });
  return fakePolicy({
    results: { read: untrusted, send: trusted },
    reads: ['read'],
    override: {
      dataOf: (tool) => (tool === 'send' ? ['body'] : []),
      ruleCall: (tool, args) => {
        const ruling = ruleCall(tool, args);
        if (tool !== 'send' || ruling.kind !== 'ceiling') return ruling;
        return { ...ruling, perArgument: args.includes('body') ? { body: untrusted } : {} };
      },
      ...override,
    },
  });
}

/** Reads a page of a stranger's, and mails `body`. */
function scriptOf(body: string): Script {
  return ({ view }, generation) => {
    if (generation === 0) return { calls: [{ tool: 'read', args: {} }] };
    const isControl = JSON.stringify(view.tools).includes('"enum":["later"]');
    const mail = (said: string): { tool: string; args: Args } => {
      return { tool: 'send', args: { to: 'bob', body: said } };
    };
    if (isControl) return { calls: [mail('later')] };
    const last = view.messages.at(-1);
    if (last?.role === 'tool' && last.tool === 'send') return 'done';
    return shown(view).includes('STRANGER') ? { calls: [mail(body)] } : 'nothing to do';
  };
}

async function mailed(policy: Policy, { body = 'STRANGER', fails = false } = {}) {
  const tools = toolbox({ read: 'STRANGER', send: 'Sent.' });
  const execute: Tool['execute'] = () => {
    throw new Error('full');
  };
  const { monitor } = monitorOf({
    script: scriptOf(body),
    policy,
    tools: tools.map((tool) => {
      return { ...tool, parameters, ...(fails && tool.name === 'send' && { execute }) };
    }),
    propagator: lineage(),
    shortcuts,
  });
  await monitor.turn('mail bob what the page says');
  return monitor;
}

test('a policy that says of no argument any more that it is data leaves nothing below it', async () => {
  // The policy is asked once for each ruling; of data it is asked at each place anew.
  let asked = 0;
  const dataOf = (tool: string): readonly string[] => {
    if (tool !== 'send') return [];
    asked += 1;
    if (asked > limit) throw new Error('broken');
    return ['body'];
  };
  let limit = Number.POSITIVE_INFINITY;
  await mailed(policyOf({ dataOf }));
  const all = asked;
  for (limit = 1; limit <= all; limit += 1) {
    asked = 0;
    const monitor = await mailed(policyOf({ dataOf }));
    const view = shown(redact(space, monitor.history, trusted, { structure: 'keep' }));
    expect(view, `broken from the ${limit + 1}th time on`).not.toContain('STRANGER');
  }
});

proves('events/one-outcome', async () => {
  const told = async (body: string, fails = false) => {
    const { events } = await mailed(policyOf(), { body, fails });
    const staged = events.findLast((event) => event.type === 'step-labelled' && event.control);
    const own = events.filter((event) => event.step === staged?.step && 'callId' in event);
    const seen = own.map((event) => ({ ...eventFor(space, event, trusted), atMs: 0, callId: '' }));
    return { types: own.map(({ type }) => type).join(' '), shown: JSON.stringify(seen) };
  };
  const ran = await told('STRANGER');
  const refused = await told('STRANGER and [redacted]');
  expect(ran.types).toBe('call-decided call-executed');
  expect(refused.types).toBe('call-decided call-refused');
  expect(refused.shown).toBe(ran.shown);
  expect((await told('STRANGER', true)).shown).toBe(ran.shown);
});

describe('a restored session under another policy that allows the same', () => {
  const { signal } = new AbortController();
  const say = (said: string): PlainMessage => {
    return { role: 'user', parts: [{ kind: 'text', text: said }] };
  };
  const session = (policy: Policy): Session =>
    new Session({
      policy,
      model: scriptedModel(scriptOf('STRANGER')),
      propagator: lineage(),
      tools: ['read', 'send'].map((name) => ({ name, description: name, parameters })),
      structure: 'keep',
      shortcuts,
      approval: { by: 'framework', clearance: trusted },
    });

  /** The label of what the client says next, which has the result and did not send it. */
  async function labelOfNext(hash: string): Promise<Label> {
    const one = session(policyOf());
    const sent: PlainMessage[] = [say('mail bob what the page says')];
    const read = await one.step(sent, { signal });
    if (read.kind !== 'replied') throw new Error(read.kind);
    const [call] = read.calls;
    sent.push({ role: 'assistant', text: read.text, calls: read.calls });
    sent.push({
      role: 'tool',
      callId: call?.id ?? '',
      tool: 'read',
      parts: [{ kind: 'text', text: 'STRANGER' }],
    });
    const mail = await one.step(sent, { signal });
    if (mail.kind !== 'replied') throw new Error(mail.kind);
    expect(mail.calls.map(({ args }) => args)).toEqual(['{"body":"STRANGER","to":"bob"}']);
    sent.push({ role: 'assistant', text: mail.text, calls: mail.calls });
    const saved = JSON.parse(JSON.stringify(one.takeSaved())) as ReturnType<Session['takeSaved']>;
    const two = session(policyOf({ hash }));
    two.restore(saved.log, saved.head);
    sent.push(say('it said: 42'));
    await two.step(sent, { signal });
    const turn = two.history.messages.findLast(({ role }) => role === 'user');
    if (turn === undefined) throw new Error('no turn');
    return labelOfMessage(space, turn);
  }

  test.each(['fake', 'another'])(
    'what the client says next carries the result that it may hold (%s)',
    async (hash) => {
      const label = await labelOfNext(hash);
      expect(space.flowsTo(untrusted, label)).toBe(true);
    },
  );
});
