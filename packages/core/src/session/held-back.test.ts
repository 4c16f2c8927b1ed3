import { expect, test } from 'vitest';
import { both, fakePolicy, space, trusted, untrusted } from '../../test/fake-policy.ts';
import type { Asker, AskerAnswer } from '../engine/call/confirm.ts';
import type { ConfirmRequest } from '../engine/decision.ts';
import { Content } from '../history/content.ts';
import type { PlainMessage } from '../history/plain.ts';
import { type Script, scriptedModel } from '../model/scripted.ts';
import { naive } from '../propagate/naive.ts';
import type { SessionStep } from './session-options.ts';
import { HeldBacks } from './held-back.ts';
import type { HeldCall } from './held.ts';
import { Session } from './session.ts';

const policy = fakePolicy({
  results: { read: untrusted, send: trusted, post: trusted },
  ceilings: { read: both, send: trusted, post: trusted },
});

const tools = ['read', 'send', 'post'].map((name) => {
  return { name, description: name, parameters: { type: 'object' } };
});

const { signal } = new AbortController();

/** Reads, then sends; where it may not send, it posts. */
const script: Script = ({ view }, generation) => {
  if (generation === 0) return { calls: [{ tool: 'read', args: {} }] };
  const tool = view.tools.find(({ name }) => name !== 'read');
  return { calls: [{ tool: tool?.name ?? '', args: { at: generation } }] };
};

/** Asks about each call, and says yes to those of the tools that it is told to. */
function person(approved: Set<string>): Asker {
  const shown: ConfirmRequest[] = [];
  return {
    clearance: both,
    open: async (request) => void shown.push(request),
    answer: async ({ callId }): Promise<AskerAnswer> => {
      const request = shown.find((each) => each.callId === callId);
      const isYes = request !== undefined && approved.has(request.tool);
      return isYes ? { kind: 'yes', by: ['ann'], hash: request.hash } : { kind: 'later' };
    },
    standing: async ({ callId }) => {
      const request = shown.find((each) => each.callId === callId);
      return request !== undefined && approved.has(request.tool) ? 'yes' : 'open';
    },
    notice: (open) => `waiting for a person: ${open.map(({ callId }) => callId).join()}`,
  };
}

function sessionAskedBy(asker: Asker): Session {
  return new Session({
    policy,
    model: scriptedModel(script),
    propagator: naive(),
    tools,
    structure: 'keep',
    shortcuts: { allowedDraft: false, lazyReads: false },
    approval: { by: 'asker', asker },
    runId: 'run',
    nowMs: () => 0,
  });
}

function say(text: string): PlainMessage {
  return { role: 'user', parts: [{ kind: 'text', text }] };
}

function turnOf(step: SessionStep): PlainMessage & { role: 'assistant' } {
  if (step.kind === 'failed' || step.kind === 'refused') throw new Error(step.kind);
  const { text = '' } = step;
  return { role: 'assistant', text, calls: step.kind === 'replied' ? step.calls : [] };
}

/** The send waits; a request that may not send is asked about its post. Both get their yes. */
async function bothApproved() {
  const approved = new Set<string>();
  const session = sessionAskedBy(person(approved));
  const read = turnOf(await session.step([say('go')], { signal }));
  const callId = read.calls[0]?.id ?? '';
  const result = { role: 'tool', callId, tool: 'read', parts: [] } as const;
  const begin = [say('go'), read, result];
  await session.step(begin, { signal, callable: new Set(['send']) });
  approved.add('send');
  const others = tools.filter(({ name }) => name !== 'send');
  const second = await session.step(begin, { signal, tools: others });
  expect(second).toMatchObject({ kind: 'waiting' });
  approved.add('post');
  return { session, begin, notice: turnOf(second) };
}

test.each([
  ['behind its notice', true],
  ['where the same request comes again', false],
])('a yes outlasts a request that is asked about its own call, %s', async (_, isBehind) => {
  const { session, begin, notice } = await bothApproved();
  const later = isBehind ? [...begin, notice, say('and now')] : begin;
  // The older one first.
  const sent = await session.step(later, { signal, tools });
  expect(sent).toMatchObject({ calls: [{ tool: 'send', args: '{"at":1}' }] });
  const turn = turnOf(sent);
  const callId = turn.calls[0]?.id ?? '';
  const result = { role: 'tool', callId, tool: 'send', parts: [] } as const;
  const given = await session.step([...later, turn, result], { signal, tools });
  expect(given).toMatchObject({ calls: [{ tool: 'post', args: '{"at":2}' }] });
});

test('a yes outlasts such a request also where the other call still may not be made', async () => {
  const { session, begin, notice } = await bothApproved();
  const [later, callable] = [[...begin, notice, say('and now')], new Set(['send'])];
  const given = await session.step(later, { signal, tools, callable });
  expect(given).toMatchObject({ calls: [{ tool: 'send', args: '{"at":1}' }] });
});

test('of a call that stands above a label, nothing at that label is told', async () => {
  const backs = new HeldBacks({ by: 'asker', asker: person(new Set()) });
  const drafted = { tool: 'send', args: '{}' };
  const call = { ...drafted, id: 'c1', declared: true, value: {}, drafted };
  const one = { call, label: untrusted, explanation: { evidence: [], unsourced: [] } };
  const asked = { callId: 'c1', hash: '', dutyOf: [], label: untrusted };
  const decision = { kind: 'ask', rule: 'send', violations: [] } as const;
  const waits: HeldCall = { ...one, decision, state: { kind: 'waiting', asked } };
  const said = { text: '', stop: 'complete', answer: undefined, beside: {} } as const;
  const generation = {
    role: 'assistant',
    text: Content.whole(space, '', untrusted),
    calls: [],
    label: untrusted,
  } as const;
  const held = { ...said, generation, label: untrusted, calls: [waits] };
  backs.restore([{ held, after: [], notices: [], forms: [''] }]);
  // No tool is declared: the step passes it by.
  const place = await backs.goOn([], { tools: [], custom: new Set() });
  const isAsked = backs.isAsked(place, space);
  expect(await isAsked(one)).toBe(true);
  expect(await isAsked({ ...one, label: both })).toBe(true);
  expect(await isAsked({ ...one, label: trusted })).toBe(false);
  expect(await isAsked({ ...one, call: { ...call, args: '{"at":1}' } })).toBe(false);
});
