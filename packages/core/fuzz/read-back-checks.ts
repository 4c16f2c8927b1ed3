import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as callChecks from '../src/engine/call/call-checks.ts';
import type { Tool } from '../src/engine/tool.ts';
import type { PlainMessage } from '../src/history/plain.ts';
import { labelOfMessage } from '../src/history/regions.ts';
import type { ChatModel } from '../src/model/chat-model.ts';
import type { Policy } from '../src/policy/policy.ts';
import type { PolicySource } from '../src/policy/source.ts';
import type { Propagator } from '../src/propagate/propagator.ts';
import type { Check } from './checks.ts';
import { loadCore, type Core } from './core.ts';

interface Copy extends Core {
  readonly CallChecks: typeof callChecks.CallChecks;
}

const source: PolicySource = {
  version: 1,
  lattice: { integrity: { chain: ['trusted', 'stranger'] } },
  unlabelled: 'bottom',
  onViolation: 'ask',
  answer: { ceiling: 'top' },
  tools: Object.fromEntries(
    Object.entries({
      page: { effect: 'read', result: { format: 'text', label: 'stranger' } },
      mail: { call: { ceiling: 'trusted', writes: 'sent' } },
      list: { effect: 'read', result: { format: 'text', label: 'trusted', reads: 'sent' } },
      help: {},
      look: {},
    } satisfies PolicySource['tools']).map(([name, own]) => [
      name,
      {
        description: 'trusted',
        call: { ceiling: 'top' },
        result: { format: 'text', label: 'trusted' },
        ...own,
      },
    ]),
  ),
};

/** A mail depends on all that was read, and nothing else on anything. */
function propagatorOf(calls: readonly string[]): Propagator {
  return {
    name: 'mail',
    needs: 'nothing',
    relevant: ({ history: { messages } }) =>
      calls[messages.filter(({ role }) => role === 'tool').length] === 'mail'
        ? { kind: 'all', because: 'the mail' }
        : { kind: 'regions', regions: [], evidence: [], unsourced: [] },
  };
}

/** Makes these calls one by one. */
function caller(calls: readonly string[]): ChatModel {
  let made = 0;
  return {
    name: 'stub',
    generate: () => {
      const tool = calls[made];
      made += 1;
      const asked = tool === undefined ? [] : [{ tool, args: '{}' }];
      return Promise.resolve({ text: '', calls: asked, stop: 'complete' });
    },
  };
}

function toolOf(name: string, execute: Tool['execute'] = () => 'done'): Tool {
  return { name, description: name, parameters: { type: 'object' }, execute };
}

/** An agent that makes these calls with leave for all of them. */
async function agent(
  { Monitor }: Copy,
  policy: Policy,
  { calls, tools = [] }: { readonly calls: readonly string[]; readonly tools?: readonly Tool[] },
): Promise<string> {
  const names = ['page', 'mail', 'list'].filter((name) => !tools.some((own) => own.name === name));
  const monitor = new Monitor({
    policy,
    model: caller(calls),
    propagator: propagatorOf(calls),
    tools: [...names.map((name) => toolOf(name)), ...tools],
    confirm: {
      clearance: policy.space.top,
      ask: ({ hash }) => Promise.resolve({ kind: 'yes', by: ['ann'], hash }),
    },
    structure: 'keep',
    shortcuts: 'none',
    runId: 'run',
    nowMs: () => 0,
  });
  await monitor.turn('Do it.');
  const last = monitor.history.messages.findLast(({ role }) => role === 'tool');
  return last === undefined ? '' : labelOfMessage(policy.space, last).text;
}

/** A check that finds this label. */
function labels(of: (copy: Copy, policy: Policy) => Promise<string>): Check {
  return async (folder) => {
    const url = pathToFileURL(path.join(folder, 'engine/call/call-checks.js')).href;
    const checks: Pick<Copy, 'CallChecks'> = await import(url);
    const core = await loadCore(folder, 'js');
    const label = await of(
      { ...core, CallChecks: checks.CallChecks },
      await core.definePolicy(source),
    );
    return label === 'stranger' ? undefined : `labelled ${label}`;
  };
}

/** A tool with an agent in it that mails what a stranger wrote. */
function helper(copy: Copy, policy: Policy): Tool {
  return toolOf('help', async () => {
    await agent(copy, policy, { calls: ['page', 'mail'] });
    return 'done';
  });
}

/** The label that wrapped tools have seen, inside a call of an agent that has mailed. */
async function seenInside(
  copy: Copy,
  policy: Policy,
  { name, saw }: { readonly name: string; readonly saw: boolean },
): Promise<string> {
  let seen = '';
  const look = toolOf(name, () => {
    const checks = new copy.CallChecks({ policy, prompt: policy.space.bottom });
    if (saw) checks.saw('list', {}, 'from a stranger');
    seen = checks.label.text;
    return 'done';
  });
  await agent(copy, policy, { calls: ['help', name], tools: [helper(copy, policy), look] });
  return seen;
}

function say(text: string): PlainMessage {
  return { role: 'user', parts: [{ kind: 'text', text }] };
}

/** The label of what a client says that has the list and did not send it. */
async function unsent({ Session }: Copy, policy: Policy): Promise<string> {
  const calls = ['page', 'mail', 'list'];
  const { signal } = new AbortController();
  const session = new Session({
    policy,
    model: caller(calls),
    propagator: propagatorOf(calls),
    tools: calls.map((name) => toolOf(name)),
    structure: 'keep',
    shortcuts: 'none',
    approval: { by: 'framework', clearance: policy.space.top },
  });
  const sent = [say('Do it.')];
  for (const tool of calls) {
    const step = await session.step(sent, { signal });
    const [call] = step.kind === 'replied' ? step.calls : [];
    if (step.kind !== 'replied' || call === undefined) throw new Error('no call');
    session.settle(call.id, { approved: true, by: 'ann' });
    sent.push({ role: 'assistant', text: step.text, calls: step.calls });
    const parts = [{ kind: 'text', text: 'from a stranger' }] as const;
    if (tool !== 'list') sent.push({ role: 'tool', callId: call.id, tool, parts });
  }
  await session.step([...sent, say('It said: from a stranger')], { signal });
  const turn = session.history.messages.findLast(({ role }) => role === 'user');
  return turn === undefined ? '' : labelOfMessage(policy.space, turn).text;
}

/** Texts that were written read back, in cases that no random run reaches. */
export const readBackChecks: Readonly<Record<string, Check>> = {
  'unsent-reads-back': labels(unsent),
  'read-back-inside': labels((copy, policy) =>
    seenInside(copy, policy, { name: 'list', saw: false }),
  ),
  'wrapped-reads': labels((copy, policy) => seenInside(copy, policy, { name: 'look', saw: true })),
  'wrapped-writes': labels((copy, policy) => {
    const help = toolOf('help', () => {
      const checks = new copy.CallChecks({ policy, prompt: policy.space.bottom });
      checks.saw('page', {}, 'from a stranger');
      checks.decide('mail', {});
      return 'done';
    });
    return agent(copy, policy, { calls: ['help', 'list'], tools: [help] });
  }),
};
