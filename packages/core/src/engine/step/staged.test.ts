import { describe, expect, test } from 'vitest';
import { both, fakePolicy, secret, space, trusted, untrusted } from '../../../test/fake-policy.ts';
import { monitorOf, person, shown, toolbox, type Executed } from '../../../test/monitor-fixture.ts';
import type { Label } from '../../label/label.ts';
import type { Script } from '../../model/scripted.ts';
import { lineage } from '../../propagate/lineage.ts';
import { replay } from '../../monitor/replay.ts';
import { redact } from '../../redact/redact.ts';
import { proves } from '../../testing/proves.ts';
import type { MonitorEvent } from '../events.ts';
import type { Tool } from '../tool.ts';

interface Options {
  /** What comes out where nothing but control is decided. */
  readonly control?: ReturnType<Script>;
  readonly draft?: ReturnType<Script>;
  readonly staged?: boolean;
  /** The ceiling of the mail's body. */
  readonly body?: Label;
  readonly dataOf?: (tool: string) => readonly string[];
  /** True if no mail can be sent. */
  readonly fails?: boolean;
}

const mail = (to: string, body: string): Record<string, string> => ({ to, body });
const send = (...args: readonly object[]): ReturnType<Script> => ({
  calls: args.map((each) => ({ tool: 'send', args: { ...each } })),
});

/** Reads a page of a stranger's, and mails what it says. */
async function mailing(options: Options = {}) {
  const { staged = true, body = untrusted, dataOf = bodies, fails = false } = options;
  const { control = send(mail('bob', 'later')), draft = send(mail('bob', 'STRANGER')) } = options;
  const executed: Executed[] = [];
  const confirm = person('no');
  const { ruleCall } = fakePolicy({ ceilings: { read: both, send: trusted } });
  const policy = fakePolicy({
    results: { read: untrusted, send: trusted },
    reads: ['read'],
    override: {
      dataOf,
      ruleCall: (tool, args) => {
        const ruling = ruleCall(tool, args);
        if (tool !== 'send' || ruling.kind !== 'ceiling') return ruling;
        return { ...ruling, perArgument: args.includes('body') ? { body } : {} };
      },
    },
  });
  const { monitor, model } = monitorOf({
    script: ({ view }, generation) => {
      if (generation === 0) return { calls: [{ tool: 'read', args: {} }] };
      const text = shown(view);
      const isControl = JSON.stringify(view.tools).includes('"enum":["later"]');
      if (isControl) return control;
      if (/Sent\.|not made|no way/.test(text)) return 'done';
      return text.includes('STRANGER') ? draft : 'nothing to do';
    },
    policy,
    propagator: lineage(),
    tools: toolbox({ read: 'STRANGER', send: 'Sent.' }, executed).map((tool) => {
      const text = { type: 'string' };
      const parameters = { type: 'object', properties: { to: text, body: text } };
      const execute: Tool['execute'] = (args, context) => {
        if (fails && tool.name === 'send') throw new Error('no way');
        return tool.execute(args, context);
      };
      return { ...tool, parameters, execute };
    }),
    confirm,
    shortcuts: { allowedDraft: true, lazyReads: true, beforeAsking: 'propagator', staged },
  });
  await monitor.turn('mail bob what the page says');
  const view = (label: Label): string =>
    shown(redact(space, monitor.history, label, { structure: 'keep' }));
  return {
    executed: executed.filter(({ tool }) => tool === 'send').map(({ args }) => args),
    asked: confirm.asked.map(({ args, label, violations }) => ({ args, label, violations })),
    steps: monitor.events.flatMap((event) => (event.type === 'step-labelled' ? [event] : [])),
    events: monitor.events,
    view,
    policy,
    controlViews: model.requests.flatMap(({ view: { tools, messages } }) =>
      JSON.stringify(tools).includes('"enum":["later"]') ? [{ tools, messages }] : [],
    ),
  };
}

const bodies = (tool: string): readonly string[] => (tool === 'send' ? ['body'] : []);

proves('step/staged', async () => {
  const staged = await mailing();
  expect(staged.executed).toEqual([mail('bob', 'STRANGER')]);
  expect(staged.asked).toEqual([]);
  expect(staged.steps[1]).toMatchObject({ kind: 'staged', label: untrusted, control: trusted });
  // What is acted on was decided without the page, and is seen without it.
  expect(staged.controlViews.map((view) => JSON.stringify(view).includes('STRANGER'))).toEqual([
    false,
  ]);
  expect(staged.view(trusted)).toContain('send{"body": "[redacted]","to":"bob"}');
  expect(staged.view(untrusted)).toContain('send{"body":"STRANGER","to":"bob"}');

  const whole = await mailing({ staged: false });
  expect(whole.executed).toEqual([]);
  expect(whole.asked).toHaveLength(1);
});

proves('step/staged-outcome', async () => {
  const [sent, denied, failed] = [
    await mailing(),
    await mailing({ draft: send(mail('bob', 'STRANGER [redacted]')) }),
    await mailing({ fails: true }),
  ];
  expect(sent.view(trusted)).toBe(denied.view(trusted));
  expect(sent.view(trusted)).toBe(failed.view(trusted));
  expect(denied.executed).toEqual([]);
  expect([sent, denied, failed].map(({ steps }) => steps[1]?.kind)).toEqual([
    'staged',
    'staged',
    'staged',
  ]);
});

describe('one outcome below', () => {
  test('that the call ran is hidden from where its data is', async () => {
    const { view, events } = await mailing();
    expect(view(trusted)).not.toContain('Sent.');
    expect(view(untrusted)).toContain('Sent.');
    const labels = events.flatMap((event: MonitorEvent) =>
      event.type === 'call-decided' || event.type === 'call-executed' ? [event.label] : [],
    );
    expect(labels.slice(2)).toEqual([untrusted, untrusted]);
  });
});

describe('the draft stands, and is asked about', () => {
  test.each<readonly [string, Options]>([
    ['where another argument is acted on', { control: send(mail('eve', 'later')) }],
    ['where more is acted on', { control: send({ to: 'bob', cc: 'eve', body: 'later' }) }],
    ['where there was to be no text', { control: send({ to: 'bob' }) }],
    [
      'where a call is made that is not in the draft',
      {
        control: send(mail('bob', 'later'), mail('eve', 'later')),
      },
    ],
    [
      'where one call is made twice',
      {
        control: send(mail('bob', 'later'), mail('bob', 'later')),
      },
    ],
    ['where no call is made', { control: 'nothing to do' }],
    [
      'where the other generation broke off',
      {
        control: { calls: [{ tool: 'send', args: mail('bob', 'later') }], stop: 'truncated' },
      },
    ],
    ['where what is said stands above its own ceiling', { body: secret }],
    ['where the policy names no data', { dataOf: () => [] }],
    [
      'where the policy fails',
      {
        dataOf: () => {
          throw new Error('broken');
        },
      },
    ],
    ['where what is said is no text', { draft: send({ to: 'bob', body: ['STRANGER'] }) }],
  ])('%s', async (_, options) => {
    const { executed, asked } = await mailing(options);
    expect(executed).toEqual([]);
    expect(asked).toHaveLength(1);
  });
});

test('a call of the draft that did not come out again is not made', async () => {
  const draft = send(mail('bob', 'STRANGER'), mail('eve', 'STRANGER'));
  const { executed, asked } = await mailing({ draft });
  expect({ executed, asked }).toEqual({ executed: [mail('bob', 'STRANGER')], asked: [] });
});

test('two calls that act alike keep what each says, in order', async () => {
  const draft = send(mail('bob', 'STRANGER one'), mail('bob', 'STRANGER two'));
  const control = send(mail('bob', 'later'), mail('bob', 'later'));
  const { executed } = await mailing({ draft, control });
  expect(executed).toEqual([mail('bob', 'STRANGER one'), mail('bob', 'STRANGER two')]);
});

test('what is said in the user’s own words is tried whole first, and then apart', async () => {
  // Lineage takes these words for the user's, so the narrow view is tried, and makes no call.
  const said = mail('bob', 'the page says');
  const { executed, asked, steps, controlViews } = await mailing({ draft: send(said) });
  expect({ executed, asked }).toEqual({ executed: [said], asked: [] });
  expect(steps[1]).toMatchObject({ kind: 'staged', label: untrusted, control: trusted });
  expect(controlViews).toHaveLength(1);
  const refused = await mailing({ draft: send(said), control: 'nothing to do' });
  expect([refused.executed, refused.asked.length, refused.controlViews.length]).toEqual([[], 1, 1]);
});

test('a recorded run decides the same again', async () => {
  const { events, policy } = await mailing();
  expect(await replay(events, policy)).toMatchObject({ kind: 'same' });
});
