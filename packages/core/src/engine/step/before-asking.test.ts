import { describe, expect, test } from 'vitest';
import { both, fakePolicy, secret, trusted, untrusted } from '../../../test/fake-policy.ts';
import { monitorOf, person, shown, toolbox, type Executed } from '../../../test/monitor-fixture.ts';
import { History } from '../../history/history.ts';
import type { Label } from '../../label/label.ts';
import type { DraftCall, ModelReply } from '../../model/chat-model.ts';
import { scriptedModel, type Script } from '../../model/scripted.ts';
import type { Policy } from '../../policy/policy.ts';
import { lineage } from '../../propagate/lineage.ts';
import type { Propagator } from '../../propagate/propagator.ts';
import { proves } from '../../testing/proves.ts';
import { isTaken, labelBeforeAsking } from './before-asking.ts';
import type { Draft } from './generate.ts';
import { ceilingLabel } from './screen.ts';
import type { ConfirmRequest } from '../decision.ts';
import type { MonitorEvent } from '../events.ts';
import type { BeforeAsking } from '../run-options.ts';
import { Run } from '../run.ts';

const call = (tool: string): DraftCall => ({ tool, args: '{}' });

function replyOf(calls: readonly DraftCall[], more: Partial<ModelReply> = {}): ModelReply {
  return { text: '', calls, stop: 'complete', ...more };
}

function half(calls: readonly DraftCall[]): ModelReply {
  return replyOf(calls, { stop: 'truncated' });
}

function runOf(
  policy: Policy,
  {
    providerTools = [],
    beforeAsking = 'ceiling',
  }: { readonly providerTools?: readonly string[]; readonly beforeAsking?: BeforeAsking } = {},
): Run {
  const tools = ['low', 'secret', 'untrusted', 'high', 'never', 'broken', 'denied', 'byArgument'];
  return new Run({
    policy,
    model: scriptedModel(() => ''),
    propagator: lineage(),
    explainer: lineage(),
    tools: tools.map((name) => ({ name, description: name, parameters: {} })),
    providerTools,
    confirm: undefined,
    structure: 'keep',
    shortcuts: { allowedDraft: false, lazyReads: false, beforeAsking },
    runId: 'run',
    nowMs: () => 0,
    newId: () => 'id',
    onEvent: undefined,
  });
}

const ceilings = { low: trusted, secret, untrusted, high: both, undeclared: trusted };
const { ruleCall } = fakePolicy({ ceilings });

const policy = fakePolicy({
  override: {
    ruleCall: (tool, args) => {
      if (tool === 'broken') throw new Error('broken');
      if (tool === 'denied') return { kind: 'deny', rule: 'r', reason: 'argument-not-allowed' };
      const ruling = ruleCall(tool === 'byArgument' ? 'high' : tool, args);
      if (tool !== 'byArgument' || ruling.kind !== 'ceiling') return ruling;
      return { ...ruling, perArgument: { to: secret } };
    },
  },
});

interface LabelCase {
  readonly of: string;
  readonly tools: readonly string[];
  readonly wide: Label;
  readonly label: Label | undefined;
}

describe('the label of the view at the ceiling', () => {
  test.each<LabelCase>([
    { of: 'the ceiling of a call', tools: ['secret'], wide: both, label: secret },
    { of: 'at most the label of the draft', tools: ['secret'], wide: untrusted, label: trusted },
    {
      of: 'the meet of all that would be stopped',
      tools: ['secret', 'untrusted'],
      wide: both,
      label: trusted,
    },
    {
      of: 'without the ceilings of allowed calls',
      tools: ['untrusted', 'secret'],
      wide: untrusted,
      label: trusted,
    },
    { of: 'allowed calls alone', tools: ['untrusted'], wide: untrusted, label: undefined },
    {
      of: 'with the ceilings of single arguments',
      tools: ['byArgument'],
      wide: both,
      label: secret,
    },
    { of: 'no calls', tools: [], wide: both, label: undefined },
    { of: 'a call that is never automatic', tools: ['never'], wide: both, label: undefined },
    { of: 'a call that is denied', tools: ['denied'], wide: both, label: undefined },
    { of: 'a policy that fails', tools: ['broken'], wide: both, label: undefined },
    { of: 'a tool that was not declared', tools: ['undeclared'], wide: both, label: undefined },
    {
      of: 'one call beside others that no label helps',
      tools: ['never', 'secret', 'broken'],
      wide: both,
      label: secret,
    },
  ])('$of', ({ tools, wide, label }) => {
    expect(ceilingLabel(runOf(policy), replyOf(tools.map(call)), wide)).toBe(label);
  });

  test.each<[string, Label, Label | undefined]>([
    ['is not tried where a search would raise it again', untrusted, undefined],
    ['is tried where it may not be searched from', trusted, secret],
  ])('%s', (_, ceiling, label) => {
    const searching = { ...policy, providerTool: () => ({ ceiling, result: untrusted }) };
    const draft = replyOf([call('secret')], { ran: ['web_search'] });
    // From `secret` no search flows to `untrusted`; from `trusted` one does.
    const wide = ceiling === untrusted ? untrusted : both;
    expect(ceilingLabel(runOf(searching, { providerTools: ['web_search'] }), draft, wide)).toBe(
      label,
    );
  });

  test('stays below what the provider may be sent, whatever a search has raised', () => {
    const cleared = { ...policy, clearance: () => untrusted };
    expect(ceilingLabel(runOf(cleared), replyOf([call('secret')]), both)).toBe(trusted);
  });
});

/** Finds everything relevant to whatever was drafted. */
const everything: Propagator = {
  name: 'everything',
  needs: 'draft',
  relevant: () => ({ kind: 'all', because: 'naive' }),
};

interface Options {
  readonly beforeAsking?: BeforeAsking;
  readonly propagator?: Propagator;
  /** The label of the list that is read; default: somebody else wrote it. */
  readonly list?: Label;
  /** The policy's ceiling of a payment; default: what is trusted. */
  readonly ceiling?: Label;
}

interface Taken {
  readonly executed: readonly Executed[];
  /** How often the list was read. */
  readonly listed: number;
  readonly asked: number;
  readonly questions: readonly Pick<ConfirmRequest, 'args' | 'label'>[];
  readonly steps: readonly Extract<MonitorEvent, { type: 'step-labelled' }>[];
  readonly views: readonly string[];
}

/** Reads what a stranger wrote, and pays; what the narrow view makes of that is `narrow`. */
async function paying(narrow: ReturnType<Script>, options: Options = {}): Promise<Taken> {
  const { beforeAsking = 'ceiling', propagator = everything } = options;
  const { list = untrusted, ceiling = secret } = options;
  const executed: Executed[] = [];
  const confirm = person('no');
  const { monitor, model } = monitorOf({
    script: ({ view }, generation) => {
      if (generation === 0) return { calls: [{ tool: 'list', args: {} }] };
      const text = shown(view);
      if (text.includes('paid') || text.includes('not made')) return 'done';
      if (!text.includes('STRANGER')) return narrow;
      return { calls: [{ tool: 'pay', args: { to: 'bob' } }] };
    },
    policy: fakePolicy({
      results: { list, look: trusted, pay: trusted },
      ceilings: { list: both, look: both, pay: ceiling },
      reads: ['list', 'look'],
    }),
    propagator,
    tools: toolbox({ list: 'STRANGER says bob', look: 'nothing new', pay: 'paid' }, executed),
    confirm,
    shortcuts: { allowedDraft: true, lazyReads: true, beforeAsking },
  });
  await monitor.turn('pay bob');
  return {
    executed: executed.filter(({ tool }) => tool === 'pay'),
    listed: executed.filter(({ tool }) => tool === 'list').length,
    asked: confirm.asked.length,
    questions: confirm.asked.map(({ args, label }) => ({ args, label })),
    steps: monitor.events.flatMap((event) => (event.type === 'step-labelled' ? [event] : [])),
    views: model.requests.map(({ view }) => shown(view)),
  };
}

const pay = { calls: [{ tool: 'pay', args: { to: 'bob' } }] };

proves('step/ceiling-view', async () => {
  const tried = await paying(pay);
  expect(tried.asked).toBe(0);
  expect(tried.executed).toEqual([{ tool: 'pay', args: { to: 'bob' } }]);
  expect(tried.steps[1]).toMatchObject({ kind: 'regenerated-asked', label: trusted });
  // The draft, and the view at the ceiling in place of a question.
  expect(tried.views.slice(1, 3).map((view) => view.includes('STRANGER'))).toEqual([true, false]);

  const untried = await paying(pay, { beforeAsking: 'nothing' });
  expect(untried).toMatchObject({ asked: 1, executed: [] });
  expect(untried.steps[1]).toMatchObject({ kind: 'draft-whole', label: untrusted });
});

test('what the view at the ceiling says is held against its own label, not the draft’s', async () => {
  const { executed } = await paying({ calls: [{ tool: 'pay', args: { to: 'eve' } }] });
  // Nothing that a stranger wrote is in that view: it is what the user’s own words come to.
  expect(executed).toEqual([{ tool: 'pay', args: { to: 'eve' } }]);
});

test('a view at the ceiling that makes no call falls back to the draft, which is asked about', async () => {
  const { asked, executed, steps } = await paying('nothing to do');
  expect({ asked, executed }).toEqual({ asked: 1, executed: [] });
  expect(steps[1]).toMatchObject({ kind: 'fell-back', label: untrusted });
});

test('where the propagator helps, no other view is tried', async () => {
  const propagator: Propagator = {
    name: 'the user alone',
    needs: 'draft',
    relevant: () => ({ kind: 'label', label: trusted }),
  };
  const { steps, views } = await paying('nothing to do', { propagator });
  expect(steps[1]).toMatchObject({ kind: 'fell-back' });
  // A read, its draft and narrow view, and the answer after the refusal.
  expect(views).toHaveLength(4);
});

function finding(label: Label): Propagator {
  return { name: 'a label', needs: 'draft', relevant: () => ({ kind: 'label', label }) };
}

/** Everything stands at the top, the draft depends on `secret`, and a payment is always asked about. */
const asking = {
  beforeAsking: 'propagator',
  list: both,
  propagator: finding(secret),
  ceiling: trusted,
} as const;
const toBob = '{"to":"bob"}';

proves('step/narrow-question', async () => {
  const narrow = await paying({ calls: [{ tool: 'pay', args: { to: 'bob' } }] }, asking);
  expect(narrow.questions).toEqual([{ args: toBob, label: secret }]);
  expect(narrow.steps[1]).toMatchObject({ kind: 'regenerated-asked', label: secret });

  const wide = await paying(pay, { ...asking, beforeAsking: 'nothing' });
  expect(wide.questions).toEqual([{ args: toBob, label: both }]);

  const other = await paying({ calls: [{ tool: 'pay', args: { to: 'eve' } }] }, asking);
  expect(other.questions).toEqual([{ args: toBob, label: both }]);
  expect(other.steps[1]).toMatchObject({ kind: 'fell-back', label: both });

  const allowed = await paying({ calls: [{ tool: 'look', args: {} }] }, asking);
  expect(allowed.steps[1]).toMatchObject({ kind: 'regenerated-asked', label: secret });
});

test.each<BeforeAsking>(['nothing', 'propagator', 'ceiling'])(
  'a read is not made again in place of a question: %s',
  async (beforeAsking) => {
    const again = { calls: [{ tool: 'list', args: {} }] };
    const { listed, asked, questions } = await paying(again, { ...asking, beforeAsking });
    expect({ listed, asked }).toEqual({ listed: 1, asked: 1 });
    expect(questions).toEqual([{ args: toBob, label: both }]);
  },
);

describe('the label at which a draft is asked about', () => {
  const narrowAt = (label: Label, reply = replyOf([call('low')])): Label | undefined => {
    const run = runOf(policy, { beforeAsking: 'propagator' });
    return labelBeforeAsking(run, { kind: 'generated', reply, label: both }, label);
  };

  test('is the propagator’s, where it is below the draft’s', () => {
    expect([narrowAt(secret), narrowAt(both)]).toEqual([secret, undefined]);
    const draft = { kind: 'generated', reply: replyOf([call('low')]), label: untrusted } as const;
    const run = runOf(policy, { beforeAsking: 'propagator' });
    expect(labelBeforeAsking(run, draft, secret)).toBeUndefined();
  });

  test('is the draft’s for an answer', () => {
    expect(narrowAt(secret, replyOf([]))).toBeUndefined();
  });

  test.each<[string, Pick<Draft, 'reply' | 'label'>, boolean]>([
    ['the same calls', { reply: replyOf([call('low')]), label: secret }, true],
    ['the same, raised by a search', { reply: replyOf([call('low')]), label: untrusted }, false],
    ['half of them', { reply: half([call('low')]), label: secret }, false],
    ['allowed calls', { reply: replyOf([call('secret')]), label: secret }, true],
    ['half of such', { reply: half([call('secret')]), label: secret }, false],
    ['one of two', { reply: replyOf([call('secret'), call('untrusted')]), label: secret }, false],
    ['no call', { reply: replyOf([]), label: secret }, false],
  ])('is taken for %s: %#', (_, { reply, label }, taken) => {
    const run = runOf(policy, { beforeAsking: 'propagator' });
    const draft = { kind: 'generated', reply: replyOf([call('low')]), label: secret } as const;
    const again = { kind: 'generated', reply, label } as const;
    const history = History.of([]);
    expect(isTaken(run, draft, { again, isUseful: false, history })).toBe(taken);
  });
});
