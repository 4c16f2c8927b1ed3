import { Agent } from '@openai/agents';
import { MockLanguageModelV4 } from 'ai/test';
import { describe, expect, test } from 'vitest';
import { mailPolicy as policy } from '../../test/mail-agent.ts';
import { chain } from '../label/dimension/chain.ts';
import { labelSpace } from '../label/space.ts';
import { scriptedModel } from '../model/scripted.ts';
import * as agents from './openai-agents.ts';
import * as aiSdk from './ai-sdk.ts';
import * as langchain from './langchain.ts';
import { runGuarded } from './run-guarded.ts';
import { Monitor } from '../monitor/monitor.ts';
import { Session } from '../session/session.ts';
import { proves } from '../testing/proves.ts';

/** Plain JavaScript may call each of them with these: no type stands in the way. */
type Untyped = (...args: readonly unknown[]) => unknown;

const untyped = (call: unknown): Untyped => call as Untyped;

const model = new MockLanguageModelV4();
const agent = new Agent({ name: 'mail' });
const ai = (options: object) => untyped(aiSdk.guard)({ model, tools: {}, ...options });
const run = (options: object) => {
  const all = { model: scriptedModel([]), tools: [], policy, ...options };
  return untyped(runGuarded)(all, 'hi');
};

const guards: readonly [string, (options: object) => unknown][] = [
  ['the AI SDK', ai],
  ['the Agents SDK', (options) => untyped(agents.guard)(agent, options)],
  ['LangChain', untyped(langchain.guard)],
];

const toolGuards: readonly [string, (options: object) => unknown][] = [
  ['the AI SDK', (options) => untyped(aiSdk.guardTools)({}, options)],
  ['the Agents SDK', (options) => untyped(agents.guardTools)([], options)],
  ['LangChain', untyped(langchain.guardTools)],
];

const policies: readonly [unknown, string, string][] = [
  [undefined, 'no `policy` is given', 'loadPolicy'],
  ['version: 1', '`policy` is a text', 'loadPolicy'],
  [Promise.resolve(policy), '`policy` is a promise', 'await'],
  [{ version: 1 }, '`policy` is no policy', 'definePolicy'],
];

async function problemOf(call: () => unknown): Promise<unknown> {
  try {
    return await call();
  } catch (error) {
    return error;
  }
}

function problem(code: string, message: string, hint: string): unknown {
  return expect.objectContaining({
    name: 'SluiceError',
    code,
    message: expect.stringContaining(message),
    hint: expect.stringContaining(hint),
  });
}

describe.each(policies)('a policy that is %s', (given, message, hint) => {
  test.each(guards)('is told by `guard` of %s', async (_, guard) => {
    const found = await problemOf(() => guard({ policy: given, approver: 'top' }));
    expect(found).toEqual(problem('policy-invalid', message, hint));
  });
  test.each(toolGuards)('is told by `guardTools` of %s', async (_, guardTools) => {
    const found = await problemOf(() => guardTools({ policy: given, prompt: 'top' }));
    expect(found).toEqual(problem('policy-invalid', message, hint));
  });
  test('is told by `runGuarded`', async () => {
    const found = await problemOf(() => run({ policy: given }));
    expect(found).toEqual(problem('policy-invalid', message, hint));
  });
});

describe.each<[unknown, string, string]>([
  ['lineage', '`propagator` is the text `lineage`', 'propagator: lineage()'],
  [
    'staged',
    '`propagator` is the text `staged`',
    'shortcuts: { ...defaultShortcuts, staged: true }',
  ],
  [{}, '`propagator` is no propagator', 'propagator: lineage()'],
])('a propagator that is %j', (propagator, message, hint) => {
  test.each(guards)('is told by `guard` of %s', async (_, guard) => {
    const found = await problemOf(() => guard({ policy, approver: 'top', propagator }));
    expect(found).toEqual(problem('propagator-invalid', message, hint));
  });
  test('is told by `runGuarded`', async () => {
    const found = await problemOf(() => run({ policy, propagator }));
    expect(found).toEqual(problem('propagator-invalid', message, hint));
  });
});

const foreign = labelSpace({ integrity: chain(['a', 'b']) }).top;

describe.each(guards)('`guard` of %s', (_, guard) => {
  test.each([
    [undefined, 'no `approver`', "approver: 'top'"],
    [foreign, 'another label space', 'parse'],
  ])('says so where the approver is %s', async (approver, message, hint) => {
    const found = await problemOf(() => guard({ policy, approver }));
    expect(found).toEqual(problem('label-invalid', message, hint));
  });
});

test.each(toolGuards)('`guardTools` of %s wants a label for the prompt', async (_, guardTools) => {
  const found = await problemOf(() => guardTools({ policy }));
  expect(found).toEqual(problem('label-invalid', 'no `prompt`', "prompt: 'bottom'"));
});

describe.each(guards)('`guard` of %s', (_, guard) => {
  proves('adapters/unknown-options', async () => {
    const found = await problemOf(() => guard({ policy, approver: 'top', onevent: () => 1 }));
    expect(found).toEqual(problem('settings-invalid', '`onevent`', 'did you mean `onEvent`?'));
    const strange = await problemOf(() => guard({ policy, approver: 'top', whatever: undefined }));
    expect(strange).toEqual(problem('settings-invalid', '`whatever`', 'approver, '));
  });
});

describe.each(toolGuards)('`guardTools` of %s', (_, guardTools) => {
  proves('adapters/unknown-options', async () => {
    const found = await problemOf(() => guardTools({ policy, prompt: 'top', approver: 'top' }));
    expect(found).toEqual(problem('settings-invalid', '`approver`', 'policy, prompt'));
  });
});

proves('adapters/unknown-options', async () => {
  const wrong = await problemOf(() => run({ confirm: undefined, propogator: undefined }));
  expect(wrong).toEqual(problem('settings-invalid', '`runGuarded`', 'did you mean `propagator`?'));
  const all = { policy, model: scriptedModel([]), tools: [], structure: 'keep' };
  const monitor = () => Reflect.construct(Monitor, [{ ...all, onEvents: () => 1 }]);
  expect(await problemOf(monitor)).toEqual(problem('settings-invalid', 'Monitor', '`onEvent`'));
  const session = () => Reflect.construct(Session, [{ ...all, approvals: 1 }]);
  expect(await problemOf(session)).toEqual(problem('settings-invalid', 'Session', '`approval`'));
});

test('whoever prints an error alone prints what to do', async () => {
  const found = await problemOf(() => ai({ policy: undefined }));
  expect(String(found)).toMatch(/no `policy` is given; make one with `await loadPolicy\(text\)`/);
});

const options = { policy, approver: 'top', prompt: 'top' };

test.each<[string, () => unknown, unknown]>([
  ['AI: nothing', untyped(aiSdk.guard), problem('tools-invalid', 'options', 'guard({ model,')],
  ['AI: a name', () => ai({ model: 'x/y' }), problem('model-failed', '`x/y` is a name', 'openai(')],
  [
    'AI: no model',
    () => ai({ model: undefined }),
    problem('model-failed', 'no `model`', 'openai('),
  ],
  ['AI: a list', () => ai({ tools: [] }), problem('tools-invalid', 'by name', 'tools,')],
  ['AI: no tools', () => ai({ tools: undefined }), problem('tools-invalid', 'by name', 'tools,')],
  [
    'AI: tools among the options',
    () => untyped(aiSdk.guardTools)({ tools: {}, ...options }),
    problem('tools-invalid', 'options', 'guardTools(tools, { policy, prompt })'),
  ],
  [
    'AI: a list of tools',
    () => untyped(aiSdk.guardTools)([], options),
    problem('tools-invalid', 'by name', 'guardTools(tools, { policy, prompt })'),
  ],
  [
    'Agents: no agent',
    () => untyped(agents.guard)({ name: 'mail' }, options),
    problem('tools-invalid', 'no agent', 'new Agent('),
  ],
  [
    'Agents: no options',
    () => untyped(agents.guard)(agent),
    problem('tools-invalid', 'options', 'guard(agent, '),
  ],
  [
    'Agents: tools by name',
    () => untyped(agents.guardTools)({}, options),
    problem('tools-invalid', 'no list', 'guardTools(tools, '),
  ],
  [
    'LangChain: a list of tools',
    () => untyped(langchain.guardTools)([], options),
    problem('tools-invalid', 'options', 'guardTools({ policy, prompt })'),
  ],
  ['own loop: nothing', untyped(runGuarded), problem('tools-invalid', 'options', 'runGuarded(')],
  ['own loop: a name', () => run({ model: 'm' }), problem('model-failed', '`m`', 'openaiModel')],
  ['own loop: by name', () => run({ tools: {} }), problem('tools-invalid', 'no list', 'execute')],
  [
    'own loop: no execute',
    () => run({ tools: [{ name: 'x' }] }),
    problem('tools-invalid', 'no `execute`', 'parameters'),
  ],
])('%s', async (_, call, expected) => {
  expect(await problemOf(call)).toEqual(expected);
});
